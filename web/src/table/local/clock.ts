/** The clock of a table in this browser. As in src/sommet/match/clock.py, which a test holds it to. Rule PYL-9. */
import type { Seat } from '../../core/calls';
import type { Clock } from '../../protocol/messages';
import { timeLeft } from '../clock';
import type { LocalSetup } from './game';

export function freshClock(control: NonNullable<LocalSetup['clock']>, at_ms: number): Clock {
  const { initial_ms, increment_ms } = control;
  return { initial_ms, increment_ms, remaining_ms: [initial_ms, initial_ms], running: null, at_ms };
}

export function isOut(clock: Clock | null, at_ms: number): boolean {
  return clock !== null && clock.running !== null && timeLeft(clock, clock.running, at_ms) === 0;
}

/** The clock with `to`'s time running from `at_ms` on (null: nobody's). */
export function switchClock(
  clock: Clock,
  to: Seat | null,
  at_ms: number,
  increment = false,
): Clock {
  const left = ([0, 1] as const).map((seat) => timeLeft(clock, seat, at_ms));
  if (increment && clock.running !== null) left[clock.running]! += clock.increment_ms;
  return { ...clock, remaining_ms: left, running: to, at_ms };
}
