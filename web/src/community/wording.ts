/** What the lobby says of clocks. */
import type { AgreedClock } from '../protocol/messages';
import { daysOf, isSlow } from '../table/clock';
import { clockName } from '../table/wording';

export function clockWords(clock: AgreedClock | null): string {
  const slow = isSlow(clock);
  return clockName({
    name: '',
    minutes: clock === null || slow ? null : clock.initial_ms / 60_000,
    increment_s: (clock?.increment_ms ?? 0) / 1000,
    days: clock !== null && slow ? daysOf(clock) : null,
  });
}
