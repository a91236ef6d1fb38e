/** Moves that are not sent yet: which wait for a second touch, and from where one is prepared. */

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
