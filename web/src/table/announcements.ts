/** Moves as they are announced while a game is running; fetched with the first of them. */
import type { Board } from '../protocol/boards';
import { t } from '../i18n';
import { describeAction, describeBall, LAST_CARD } from './actions';

/** How many cards a player has in hand at the start. Rule PAC-1. */
const CARDS_EACH = 15;

interface PlayedMove {
  readonly ply: number;
  readonly seat: number;
  readonly move: string;
  readonly round?: number;
}

/** Which card each `build` was about, by ply: the one taken, the one left, or the last one in hand. Rules PAC-3, PAC-6. */
export function builtCards(moves: readonly PlayedMove[]): ReadonlyMap<number, string> {
  const cards = new Map<number, string>();
  let offer: readonly string[] = [];
  let taken: { readonly seat: number; readonly card: string } | null = null;
  for (const { ply, seat, move } of moves) {
    const [verb, ...named] = move.split(' ');
    if (verb === 'offer') [offer, taken] = [named, null];
    else if (verb === 'take') taken = { seat, card: named[0]! };
    else if (verb === 'build') {
      const card = seat === taken?.seat ? taken.card : offer.find((one) => one !== taken?.card);
      cards.set(ply, taken ? card! : LAST_CARD);
      // What comes after the second card is from the hand.
      if (seat !== taken?.seat) taken = null;
    }
  }
  return cards;
}

/** The same for a solo game, where the pyramid itself shows what was built. */
export function soloCards(
  moves: readonly PlayedMove[],
  pyramid: readonly { readonly card: number | null; readonly covered: number | null }[],
): ReadonlyMap<number, string> {
  const cards = new Map<number, string>();
  const seen = new Set<string>();
  for (const { ply, move } of moves) {
    const field = pyramid[Number(move.split(' ')[1]) - 1];
    const card = seen.has(move) ? field?.card : (field?.covered ?? field?.card);
    seen.add(move);
    if (card) cards.set(ply, String(card));
  }
  return cards;
}

interface MovesSoFar {
  readonly game: string;
  readonly moves: readonly PlayedMove[];
  readonly board: Board | null;
}
interface Made {
  readonly seat: number;
  readonly move: string;
}

/** A move as it is announced: a card that was built is named, and the one that it covers. */
export function moveSentence(
  { game, moves, board }: MovesSoFar,
  { seat, move }: Made,
  isOwn = false,
) {
  if (game === 'pylos') return describeBall(move, isOwn);
  const entry = moves.findLast((other) => other.seat === seat && other.move === move);
  if (!entry) return describeAction(move, undefined, isOwn);
  const cards = cardsBuilt(moves, board);
  const below = moves.findLast(
    (other) =>
      other.ply < entry.ply &&
      other.seat === seat &&
      other.move === move &&
      other.round === entry.round,
  );
  return describeAction(move, cards.get(entry.ply), isOwn, below && cards.get(below.ply));
}

/** The same with who made it; `who` is null for the listener's own moves. */
export function moveSentenceBy(table: MovesSoFar, made: Made, who: string | null): string {
  return who === null
    ? t('news.own', { move: moveSentence(table, made, true) })
    : t('news.moved', { name: who, move: moveSentence(table, made) });
}

/** Which card each `build` was about, at whichever table of Pacal; `board` as it is after the moves. */
export function cardsBuilt(
  moves: readonly PlayedMove[],
  board: Board | null,
): ReadonlyMap<number, string> {
  if (board?.kind === 'solo') return soloCards(moves, board.pyramid);
  const cards = new Map(builtCards(moves));
  if (board?.kind !== 'pacal') return cards;
  const round = moves.at(-1)?.round;
  for (const { ply, seat, move, round: its } of moves) {
    if (cards.get(ply) !== LAST_CARD || its !== round) continue;
    const card = board.pyramids[seat]?.[Number(move.split(' ')[1]) - 1]?.card;
    if (card && board.built[seat] === CARDS_EACH) cards.set(ply, String(card));
  }
  return cards;
}
