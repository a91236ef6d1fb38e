/** The clock of a table in this browser. As in src/sommet/match/clock.py. Rule PYL-9. */
import type { Seat } from '../../core/calls';
import type { Clock } from '../../protocol/messages';
import type { LocalSetup } from './game';

export function freshClock(control: NonNullable<LocalSetup['clock']>, at_ms: number): Clock {
  const { initial_ms, increment_ms } = control;
  return { initial_ms, increment_ms, remaining_ms: [initial_ms, initial_ms], running: null, at_ms };
}

export function remainingAt(clock: Clock, seat: Seat, at_ms: number): number {
  const left = clock.remaining_ms[seat] ?? 0;
  if (seat !== clock.running) return left;
  return Math.max(0, left - Math.max(0, at_ms - clock.at_ms));
}

export function isOut(clock: Clock | null, at_ms: number): boolean {
  return clock !== null && clock.running !== null && remainingAt(clock, clock.running, at_ms) === 0;
}

/** The clock with `to`'s time running from `at_ms` on (null: nobody's). */
export function switchClock(
  clock: Clock,
  to: Seat | null,
  at_ms: number,
  increment = false,
): Clock {
  const left = ([0, 1] as const).map((seat) => remainingAt(clock, seat, at_ms));
  if (increment && clock.running !== null) left[clock.running]! += clock.increment_ms;
  return { ...clock, remaining_ms: left, running: to, at_ms };
}
