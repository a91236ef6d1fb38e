/** The whole game in one sentence: what decided it. */
import type { Seat } from '../../core/calls';
import type { Ending } from '../../protocol/messages';
import type { Review, ReviewedMove } from './reviewGame';

export type Story =
  /** Nobody gave anything away; who won all the same. */
  | { readonly kind: 'flawless'; readonly winner: Seat | null }
  /** One mistake and nothing after it changed the result. */
  | { readonly kind: 'decided'; readonly move: ReviewedMove }
  /** The lead changed hands; this mistake was the last to count. */
  | { readonly kind: 'swung'; readonly move: ReviewedMove; readonly times: number }
  /** The winner's mistakes went unpunished, and the loser made none. */
  | { readonly kind: 'steady'; readonly winner: Seat }
  /** Nobody won; here the most was given away. */
  | { readonly kind: 'drawn'; readonly move: ReviewedMove };

/** Endings that say nothing about how the game stood. */
const CUT_SHORT = new Set(['time', 'resignation', 'agreement', 'abandoned', 'left', 'move-limit']);

export const faultsOf = (review: Review): ReviewedMove[] =>
  review.moves.filter(({ grade }) => grade !== 'good');

export function storyOf(review: Review, outcome: Ending | null): Story {
  const faults = faultsOf(review);
  const costliest = faults.reduce<ReviewedMove | null>(
    (most, move) => (most === null || move.cost > most.cost ? move : most),
    null,
  );
  if (!costliest) {
    const isPlayedOut = outcome && !review.solo && !CUT_SHORT.has(outcome.reason);
    return { kind: 'flawless', winner: isPlayedOut ? (outcome.winner as Seat | null) : null };
  }
  // In solo a pyramid that is not completed is the player's own loss.
  const winner = review.solo && outcome?.winner !== 0 ? 1 : (outcome?.winner ?? null);
  if (winner === null) return { kind: 'drawn', move: costliest };
  const losing = faults.filter(({ seat }) => seat !== winner);
  const last = losing.at(-1);
  if (!last) return { kind: 'steady', winner: winner as Seat };
  const times = faults.filter((move, i) => i > 0 && move.seat !== faults[i - 1]!.seat).length;
  // Chances of Pacal drift with the cards: only values of Pylos change hands.
  if (times > 0 && review.game === 'pylos') return { kind: 'swung', move: last, times: times + 1 };
  return {
    kind: 'decided',
    move: losing.reduce((most, move) => (move.cost > most.cost ? move : most)),
  };
}

/** Whether the coach took it for a mistake, and playing on from both choices did not say so. */
export const isUnconfirmed = ({ nuance }: ReviewedMove) => nuance === 'unclear';

const NUANCES = { slight: 'review.slight', unclear: 'review.unclear' } as const;

/** The text that grades a move. */
export const gradeKey = ({ grade, nuance }: ReviewedMove) =>
  nuance ? NUANCES[nuance] : (`review.grade.${grade}` as const);
