/** Writes a finished game of this browser as a record: see docs/records.md. */
import type { Ending } from '../../protocol/messages';
import type { LocalTable, LocalTurn } from './game';

type Header = readonly [name: string, value: string | null];

export const SEATS = {
  pylos: ['Light', 'Dark'],
  pacal: ['Player1', 'Player2'],
  solo: ['Player'],
} as const;

const quoted = (value: string) => value.replaceAll('\\', '\\\\').replaceAll('"', '\\"');

const block = (headers: readonly Header[]) =>
  headers
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `[${name} "${quoted(value!)}"]`)
    .join('\n');

export function formatResult(ending: Ending | null): string {
  if (!ending) return '*';
  return ending.winner === null ? '1/2-1/2' : ending.winner === 0 ? '1-0' : '0-1';
}

/** `4:31.5`, or `1:04:31`. */
export function formatClock(clock_ms: number): string {
  const pad = (n: number) => String(n).padStart(2, '0');
  const seconds = Math.floor(clock_ms / 1000);
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const rest = clock_ms % 1000;
  const decimals = rest === 0 ? '' : `.${String(rest).padStart(3, '0').replace(/0+$/, '')}`;
  return (h > 0 ? `${h}:${pad(m)}:${pad(s)}` : `${m}:${pad(s)}`) + decimals;
}

const formatTurn = ({ move, clock_ms }: LocalTurn) =>
  clock_ms === null ? move : `${move} (${formatClock(clock_ms)})`;

const LEFT_OUT: LocalTurn = { seat: 0, move: '...', round: 1, clock_ms: null };

/** The moves under each number: two in Pylos, a whole turn in the duel, one card alone. */
function numbered(kind: keyof typeof SEATS, turns: readonly LocalTurn[]): LocalTurn[][] {
  const lines: LocalTurn[][] = [];
  // Where dark begins, light's move is missing from the first number.
  if (kind === 'pylos' && turns[0]?.seat === 1) lines.push([LEFT_OUT]);
  for (const turn of turns) {
    const line = lines.at(-1);
    const isNew =
      !line ||
      (kind === 'solo' && line.length === 1) ||
      (kind === 'pylos' && line.length === 2) ||
      // After the last offer's turn of four come the last two cards.
      (kind === 'pacal' && (turn.move.startsWith('offer') || line.length === 4));
    if (isNew) lines.push([turn]);
    else line.push(turn);
  }
  return lines;
}

function formatMoves(kind: keyof typeof SEATS, turns: readonly LocalTurn[]): string {
  const comma = kind === 'pacal' ? ', ' : ' ';
  return numbered(kind, turns)
    .map((line, index) => `${index + 1}. ${line.map(formatTurn).join(comma)}`)
    .join('\n');
}

/** One ruling as records name it: `cover-anytime=off`. */
export function formatRuling(name: string, value: unknown): string {
  const setting = value === null || value === false ? 'off' : value === true ? 'on' : String(value);
  return `${name.replaceAll('_', '-')}=${setting}`;
}

/** The record of a game that is over, or of one without hidden cards; `date` as 2026-11-15. */
export function formatRecord(
  { setup, game }: LocalTable,
  outcome: Ending | null,
  names: readonly string[],
  date: string | null,
): string {
  const kind = setup.mode === 'solo' ? 'solo' : setup.game;
  const rulings = Object.entries(setup.rulings).sort(([a], [b]) => (a < b ? -1 : 1));
  const headers: Header[] = [
    ['Game', kind],
    ['Rules', setup.options.preset],
    ...rulings.map(([name, value]) => ['Ruling', formatRuling(name, value)] as const),
    ...SEATS[kind].map((seat, index) => [seat, names[index] ?? seat] as const),
    ['Date', date],
    ['Result', formatResult(outcome)],
    ['Reason', outcome?.reason ?? null],
    ['Position', game.start ?? null],
  ];
  if (kind === 'solo') headers.push(['Deal', game.deals[0] ?? null]);
  const blocks = [block(headers)];
  if (kind !== 'pacal') blocks.push(formatMoves(kind, game.turns));
  else
    game.deals.forEach((deal, index) => {
      const ending = game.rounds[index] ?? null;
      const round: Header[] = [
        ['Round', String(index + 1)],
        ['Result', formatResult(ending)],
        ['Reason', ending?.reason ?? null],
        ['Deal', deal],
      ];
      const turns = game.turns.filter((turn) => turn.round === index + 1);
      blocks.push(block(round), formatMoves(kind, turns));
    });
  return blocks.filter((text) => text !== '').join('\n\n') + '\n';
}
