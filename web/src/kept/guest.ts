/** This browser's secret in the lobby, so that nobody meets themselves; it names nobody. */
import { newKey } from './seatKeys';

const KEY = 'sommet.guest';
/** For browsers that keep nothing: as long as the page lasts. */
let made: string | null = null;

export function guestSecret(): string {
  try {
    const kept = localStorage.getItem(KEY);
    if (kept !== null && /^[\w-]{43}$/.test(kept)) return kept;
  } catch {
    // Then one made before is in `made`.
  }
  made ??= newKey();
  try {
    localStorage.setItem(KEY, made);
  } catch {
    // It is in `made`.
  }
  return made;
}
