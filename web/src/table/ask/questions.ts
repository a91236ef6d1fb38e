/** What one can ask the table instead of looking at it: each question, its key and its answer. */
import { tellFields, tellFits, tellOffer, tellPyramid } from '../../games/pacal/spoken';
import { parsePosition } from '../../games/pylos/geometry';
import { tellBoard, tellPlaces, tellRaises, tellReserves } from '../../games/pylos/spoken';
import { t, type Key } from '../../i18n';
import { moveSentence } from '../announcements';
import type { PacalBoard, PylosBoard, SoloBoard } from '../../protocol/boards';
import type { Snapshot } from '../../protocol/snapshot';

export interface Question {
  /** Pressed on the board, asks it. */
  readonly key: string;
  readonly label: Key;
  readonly answer: () => string;
}

interface Asker {
  readonly snapshot: Snapshot;
  readonly names: readonly [string, string];
  /** The seat that asks. */
  readonly seat: 0 | 1;
  /** Whether it may move now. */
  readonly active: boolean;
}

export function questionsFor(asker: Asker): readonly Question[] {
  const { board } = asker.snapshot;
  if (!board) return [];
  if (board.kind === 'pylos') return askPylos(board, asker);
  return board.kind === 'pacal' ? askPacal(board, asker) : askSolo(board, asker);
}

function askPylos(board: PylosBoard, asker: Asker): Question[] {
  const landings = asker.active ? (board.landings ?? []) : null;
  const onTurn = (tell: (open: NonNullable<PylosBoard['landings']>) => string) => () =>
    landings ? tell(landings) : t('refused.not_your_turn');
  return [
    {
      key: 'b',
      label: 'ask.q.board',
      answer: () => tellBoard(parsePosition(board.position).cells),
    },
    { key: 'h', label: 'ask.q.reserves', answer: () => tellReserves(board) },
    { key: 'o', label: 'ask.q.last', answer: () => tellLast(asker) },
    { key: 'p', label: 'ask.q.place', answer: onTurn(tellPlaces) },
    { key: 'r', label: 'ask.q.raise', answer: onTurn(tellRaises) },
    { key: 'w', label: 'ask.q.turn', answer: () => tellTurn(asker, board.turn) },
  ];
}

function askPacal(board: PacalBoard, asker: Asker): Question[] {
  const { names, seat, snapshot } = asker;
  const other = (1 - seat) as 0 | 1;
  const choices = asker.active ? board.choices : null;
  const own = board.pyramids[seat] ?? [];
  const hand = board.hands[seat];
  const { match } = snapshot;
  return [
    { key: 'b', label: 'ask.q.own', answer: () => tellPyramid(t('pacal.yourPyramid'), own) },
    {
      key: 'v',
      label: 'ask.q.other',
      answer: () =>
        tellPyramid(t('pacal.pyramidOf', { name: names[other] }), board.pyramids[other] ?? []),
    },
    {
      key: 'h',
      label: 'ask.q.hand',
      answer: () =>
        hand?.cards
          ? t('pacal.handOpen', { cards: hand.cards.join(', ') })
          : t('pacal.handHidden', { count: hand?.size ?? 0 }),
    },
    { key: 't', label: 'ask.q.table', answer: () => tellOffer(board, (by) => names[by] ?? '') },
    {
      key: 'p',
      label: 'ask.q.fit',
      answer: () => {
        if (choices && choices.fields.length > 0 && board.card !== null)
          return tellFields(choices, board.card, own);
        const onTable = board.offer?.taken === null ? board.offer.cards : null;
        return tellFits(board, onTable ?? hand?.cards ?? []);
      },
    },
    { key: 'o', label: 'ask.q.last', answer: () => tellLast(asker) },
    { key: 'w', label: 'ask.q.turn', answer: () => tellTurn(asker, board.actor) },
    {
      key: 's',
      label: 'ask.q.score',
      answer: () =>
        t('pacal.markers', {
          first: names[seat],
          firstWon: match?.markers[seat] ?? 0,
          second: names[other],
          secondWon: match?.markers[other] ?? 0,
          target: match?.target ?? 1,
        }),
    },
  ];
}

function askSolo(board: SoloBoard, { active }: Asker): Question[] {
  return [
    {
      key: 'b',
      label: 'ask.q.own',
      answer: () => tellPyramid(t('pacal.yourPyramid'), board.pyramid),
    },
    {
      key: 'h',
      label: 'ask.q.drawn',
      answer: () =>
        [
          ...(board.card === null ? [] : [t('solo.drawn', { card: board.card })]),
          t('solo.pile', { count: board.pile }),
          t('solo.used', { count: board.used }),
        ].join('. '),
    },
    {
      key: 'p',
      label: 'ask.q.fit',
      answer: () =>
        active && board.choices && board.card !== null
          ? tellFields(board.choices, board.card, board.pyramid)
          : t('refused.game_over'),
    },
  ];
}

/** The opponent's last moves: all since the player's own, as in Pacal taking and building are two. */
function tellLast({ snapshot, names, seat }: Asker): string {
  const alone = snapshot.you.seats.length !== 1;
  const { moves } = snapshot;
  const lastOwn = moves.findLastIndex((move) => move.seat === seat);
  const since = alone ? moves.slice(-1) : moves.slice(lastOwn + 1);
  const recent = since.length > 0 ? since : moves.filter((move) => move.seat !== seat).slice(-1);
  if (recent.length === 0) return t('table.noMoves');
  return recent
    .map((move) =>
      t('news.moved', {
        name: names[move.seat] ?? '',
        move: moveSentence(snapshot, move),
      }),
    )
    .join('. ');
}

function tellTurn({ snapshot, names, active }: Asker, actor: number | null): string {
  if (snapshot.status === 'finished' || actor === null) return t('refused.game_over');
  return active && snapshot.you.seats.length === 1
    ? t('ask.yourTurn')
    : t('curtain.title', { name: names[actor] ?? '' });
}
