/** What a challenge is about. */
import { clocks } from '../../protocol/offers';

/** The clock with this name, as the server wants it. */
export function wantedClock(name: string) {
  const chosen = clocks.find((each) => each.name === name);
  if (typeof chosen?.days === 'number') return { days_per_move: chosen.days };
  return typeof chosen?.minutes === 'number'
    ? { minutes: chosen.minutes, increment_s: chosen.increment_s }
    : null;
}
