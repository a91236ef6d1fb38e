/** Names of things the server lists by key: opponents, presets, rulings, clocks, players. */
import { t, tCode } from '../i18n';
import type {
  ClockPreset,
  Ending,
  OptionsInForce,
  Player,
  RulingInForce,
} from '../protocol/messages';
import type { Board, Snapshot } from '../protocol/snapshot';

type RulingValue = RulingInForce['value'];

/** What to call a computer: the level's own name (`Forest`) where the texts of the levels are loaded. */
export function opponentName(game: string, spec: string): string {
  const level = /^level:(\d+)$/.exec(spec)?.[1];
  return level === undefined
    ? tCode('opponent', spec, 'opponent.other', { spec })
    : tCode(`level.${game}.${level}`, 'name', 'opponent.level', { level });
}

/** A player as a record names them: `computer level:3`, `level:3` or a person's own name. */
export function recordedName(game: string, given: string | null | undefined, seat: number): string {
  if (!given) return seatName(game, seat);
  const spec = computerIn(given);
  return spec === null ? given : opponentName(game, spec);
}

/** Which computer a record's player is; null for a person. */
export function computerIn(given: string): string | null {
  return /^computer (\S+)$/.exec(given)?.[1] ?? /^level:\d+$/.exec(given)?.[0] ?? null;
}

export function presetName(game: string, preset: string): string {
  return tCode(`preset.${game}`, preset, 'preset.other', { preset });
}

export function rulingQuestion(game: string, name: string): string {
  return tCode(`ruling.${game}`, name, 'ruling.other', { name });
}

export function rulingSetting(game: string, name: string, value: RulingValue): string {
  const word = value === null ? 'off' : String(value);
  if (typeof value === 'number')
    return tCode(`ruling.${game}.${name}`, 'count', 'ruling.setting', { value });
  return tCode(`ruling.${game}.${name}`, word, 'ruling.setting', { value: word });
}

export function clockName(clock: ClockPreset): string {
  if (typeof clock.days === 'number') return t('clock.days', { count: clock.days });
  return clock.minutes === null
    ? t('clock.none')
    : clock.increment_s > 0
      ? t('clock.increment', { minutes: clock.minutes, seconds: clock.increment_s })
      : t('clock.plain', { minutes: clock.minutes });
}

export function seatName(game: string, seat: number): string {
  if (game === 'pylos') return t(seat === 0 ? 'seat.light' : 'seat.dark');
  return t(seat === 0 ? 'seat.jade' : 'seat.clay');
}

/** What to call a player: their name, the computer's level, or the seat. Programs are called that. */
export function playerName(game: string, player: Player | undefined, seat: number): string {
  if (!player) return seatName(game, seat);
  if (player.kind === 'computer') return opponentName(game, player.opponent ?? '');
  if (player.kind === 'bot') return t('player.bot', { name: player.name ?? '' });
  return player.name ?? seatName(game, seat);
}

export function playerNames(snapshot: Snapshot): readonly [string, string] {
  const name = (seat: number) =>
    playerName(
      snapshot.game,
      snapshot.players.find((player) => player.seat === seat),
      seat,
    );
  return [name(0), name(1)];
}

/** Endings that the winner brought about; all others are told of the loser. */
const BY_WINNER: ReadonlySet<string> = new Set(['summit', 'complete', 'three-rounds']);

/** The one card that fitted nowhere, where that ended the round. */
export function stuckCard(board: Board | null): number | null {
  if (board?.kind !== 'pacal' || !board.offer || board.outcome?.winner == null) return null;
  const { cards, taken, by } = board.offer;
  const loser = 1 - board.outcome.winner;
  return (loser === by ? cards.find((card) => card !== taken) : taken) ?? null;
}

/**
 * Why it ended, and by whom, where two played; `stuck` is the card that fitted nowhere, where that is known.
 * Whoever sits at `seat` is spoken to.
 */
export function endingReason(
  { reason, winner }: Ending,
  names: readonly [string, string] | null,
  stuck: number | null = null,
  seat: 0 | 1 | null = null,
): string {
  const plainly = tCode('ending', reason, 'ending.other');
  if (names === null || winner === null) return plainly;
  const params = { winner: names[winner] ?? '', loser: names[1 - winner] ?? '' };
  const code = reason === 'stuck' && stuck !== null ? 'stuckCard' : reason;
  if (seat !== null && (BY_WINNER.has(reason) ? winner : 1 - winner) === seat)
    return tCode('ending.you', code, 'ending.plainly', { plainly, card: stuck ?? 0 });
  if (stuck !== null && code === 'stuckCard')
    return t('ending.stuckCard', { ...params, card: stuck });
  return tCode('ending.who', reason, 'ending.plainly', { ...params, plainly });
}

export function differing(options: OptionsInForce): RulingInForce[] {
  return options.rulings.filter((ruling) => !ruling.is_default);
}

/** The first line of how a round or a game ended, for whoever sits at `seat` (null: for all). */
export function outcomeTitle(
  ending: Ending,
  names: readonly [string, string],
  seat: 0 | 1 | null,
  what: 'game' | 'round' | 'solo',
  used: number,
): string {
  const { winner } = ending;
  if (what === 'solo') return winner === 0 ? t('outcome.soloWon', { used }) : t('outcome.soloLost');
  const isGame = what === 'game';
  if (ending.reason === 'left') return t('outcome.none');
  if (winner === null) return t(isGame ? 'outcome.draw' : 'outcome.roundDraw');
  if (seat === null)
    return t(isGame ? 'outcome.wins' : 'outcome.roundWins', { name: names[winner] ?? '' });
  if (winner === seat) return t(isGame ? 'outcome.youWin' : 'outcome.youWinRound');
  return t(isGame ? 'outcome.youLose' : 'outcome.youLoseRound');
}
