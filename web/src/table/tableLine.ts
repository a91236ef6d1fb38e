/** What is played at a table, in one line: who waits, by which rules, with which clock. */
import type { AgreedClock } from '../protocol/messages';
import type { Snapshot } from '../protocol/snapshot';
import { daysOf, isSlow } from './clock';
import { clockName, presetName } from './wording';

export function clockWords(clock: AgreedClock | null): string {
  const slow = isSlow(clock);
  return clockName({
    name: '',
    minutes: clock === null || slow ? null : clock.initial_ms / 60_000,
    increment_s: (clock?.increment_ms ?? 0) / 1000,
    days: clock !== null && slow ? daysOf(clock) : null,
  });
}

type Table = Pick<Snapshot, 'game' | 'options' | 'clock' | 'players'>;

export function tableLine({ game, options, clock, players }: Table): string {
  const waiting = players.flatMap(({ kind, name }) => (kind === 'human' && name ? [name] : []));
  return [...waiting, presetName(game, options.preset), clockWords(clock)].join(' · ');
}
