/** The clock of a table in this browser: the core says what is left. Rule PYL-9. */
import type { Seat } from '../../core/calls';
import type { Clock } from '../../protocol/messages';
import type { Asks, LocalSetup } from './game';

export function freshClock(control: NonNullable<LocalSetup['clock']>, at_ms: number): Clock {
  const { initial_ms, increment_ms } = control;
  return { initial_ms, increment_ms, remaining_ms: [initial_ms, initial_ms], running: null, at_ms };
}

/** The clock with `to`'s time running from `now_ms` on (null: nobody's); `moved`: after a move. */
export async function switchClock(
  core: Asks,
  { game }: LocalSetup,
  clock: Clock,
  to: Seat | null,
  now_ms: number,
  moved = false,
): Promise<Clock> {
  const { running, remaining_ms, increment_ms, at_ms } = clock;
  const left = [...remaining_ms];
  if (running !== null)
    left[running] = await core.ask(`${game}.clock`, {
      left_ms: left[running] ?? 0,
      since_ms: at_ms,
      now_ms,
      increment_ms,
      moved,
      passes: to !== running,
    });
  return { ...clock, remaining_ms: left, running: to, at_ms: now_ms };
}

/** Whether the player whose time runs has none left. */
export async function isOut(
  core: Asks,
  setup: LocalSetup,
  clock: Clock | null,
  now_ms: number,
): Promise<boolean> {
  if (!clock || clock.running === null) return false;
  const { remaining_ms } = await switchClock(core, setup, clock, null, now_ms);
  return remaining_ms[clock.running] === 0;
}
