/** What a challenge is about. */
import { setupFor } from '../../kept/setup.svelte';
import type { CreateTable, OptionsInForce } from '../../protocol/messages';
import { clocksHere } from '../../protocol/clocksHere';
import { games } from '../../protocol/offers';

export interface Terms {
  game: 'pylos' | 'pacal';
  /** The rules of each game. */
  presets: Record<Terms['game'], string>;
  /** By its name. */
  clock: string;
}

/** Pylos by the rules that were last chosen on the start page. */
export const usualTerms = (clock: string): Terms => ({
  game: 'pylos',
  presets: { pylos: setupFor(games.pylos).preset, pacal: setupFor(games.pacal).preset },
  clock: clocksHere().some(({ name }) => name === clock) ? clock : 'none',
});

/** The terms as the server wants them. */
export const wantedGame = ({ game, presets, clock }: Terms) => ({
  game,
  preset: presets[game],
  clock: wantedClock(clock),
});

function wantedClock(name: string) {
  const chosen = clocksHere().find((each) => each.name === name);
  if (typeof chosen?.days === 'number') return { days_per_move: chosen.days };
  return typeof chosen?.minutes === 'number'
    ? { minutes: chosen.minutes, increment_s: chosen.increment_s }
    : null;
}

export type Changed = NonNullable<CreateTable['rulings']>;

/** The rulings that are not as the preset has them. */
export function changedIn(game: Terms['game'], { preset, rulings }: OptionsInForce): Changed {
  const usual = games[game].presets.find(({ name }) => name === preset)?.rulings ?? {};
  return Object.fromEntries(
    rulings.flatMap(({ name, value }) =>
      name in usual && usual[name] !== value ? [[name, value]] : [],
    ),
  );
}
