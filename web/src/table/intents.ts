/** Moves that are not sent yet: which wait for a second touch, and from where one is prepared. */
import type { PacalBoard } from '../protocol/boards';

/** Whether a move that one touch made waits for a second one. Others were confirmed on the way. */
export function waitsForTouch(
  confirm: 'phone' | 'always' | 'never',
  move: string,
  isPhone = matchMedia('(pointer: coarse)').matches,
): boolean {
  const isWanted = confirm === 'always' || (confirm === 'phone' && isPhone);
  // Balls taken back, offers and cards taken have a button of their own.
  return isWanted && !move.includes('-') && !/^(offer|take|decline)/.test(move);
}

/** The same balls with the other side to move. */
export const flipped = (position: string): string =>
  position.slice(0, -1) + (position.endsWith('L') ? 'D' : 'L');

/**
 * The round as it will stand at this seat's next turn, where that is certain while the opponent builds.
 *
 * Whoever offered builds second, the card that was left; whoever chose offers next. Rule PAC-3.
 */
export function roundAhead(board: PacalBoard, seat: 0 | 1): PacalBoard | null {
  if (board.phase !== 'build' || board.actor !== 1 - seat || !board.offer) return null;
  const choices = { offerable: [], takeable: [], fields: [], may_decline: false };
  if (board.offer.by !== seat) {
    const offerable = board.hands[seat]?.cards ?? [];
    if (board.turn >= 14 || offerable.length < 2) return null;
    return { ...board, phase: 'offer', actor: seat, choices: { ...choices, offerable } };
  }
  const card = board.cards[seat] ?? null;
  const own = board.fits.find((fit) => fit.card === card)?.own ?? [];
  if (own.length === 0) return null;
  const fields = board.pyramids[seat]!.map(({ field, card: lying }) => ({
    field,
    allowed: own.includes(field),
    covers: own.includes(field) && lying !== null,
    reason: null,
    clause: null,
  }));
  return { ...board, actor: seat, card, choices: { ...choices, fields } };
}
