/** What the lobby says of clocks. */
import type { AgreedClock } from '../protocol/messages';
import { clockName } from '../table/wording';

export function clockWords(clock: AgreedClock | null): string {
  return clockName({
    name: '',
    minutes: clock === null ? null : clock.initial_ms / 60_000,
    increment_s: (clock?.increment_ms ?? 0) / 1000,
  });
}
