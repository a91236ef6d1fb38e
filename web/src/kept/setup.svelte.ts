/** What was chosen on the start page last time; kept in this browser. */
import { language } from '../i18n';
import { clocksHere } from '../protocol/clocksHere';
import type { ClockPreset, CreateTable } from '../protocol/messages';
import type { GameOffer, Mode } from '../protocol/offers';

type RulingValue = NonNullable<CreateTable['rulings']>[string];

export interface GameSetup {
  preset: string;
  /** Whether the preset was chosen; else the rulebook follows the language. */
  chosen: boolean;
  rulings: Record<string, RulingValue>;
  opponent: string;
  seat: GameOffer['seats'][number];
  clock: string;
}

interface Setups {
  game: 'pylos' | 'pacal';
  games: Record<string, GameSetup>;
}

const KEY = 'sommet.start';

function load(): Setups {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Setups>;
    return { game: stored.game === 'pacal' ? 'pacal' : 'pylos', games: stored.games ?? {} };
  } catch {
    return { game: 'pylos', games: {} };
  }
}

export const setups: Setups = $state(load());

export function saveSetups(): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(setups));
  } catch {
    // Then they last for this page.
  }
}

/** The setup of a game, with whatever is not on offer (any more) left out. */
export function setupFor(offer: GameOffer): GameSetup {
  const kept = setups.games[offer.game];
  const isOffered = (wanted: string | undefined) =>
    offer.presets.some(({ name }) => name === wanted);
  const chosen = kept?.chosen === true && isOffered(kept.preset);
  // Pacal's presets are named after the languages of its rulebooks.
  const usual = isOffered(language()) ? language() : offer.default_preset;
  const preset = chosen ? kept.preset : usual;
  const names = offer.rulings.map(({ name }) => name);
  return {
    preset,
    chosen,
    rulings: Object.fromEntries(
      Object.entries(kept?.rulings ?? {}).filter(([name]) => names.includes(name)),
    ),
    opponent: offer.opponents.some(({ spec }) => spec === kept?.opponent)
      ? kept!.opponent
      : offer.default_opponent,
    seat: offer.seats.find((seat) => seat === kept?.seat) ?? 'lot',
    clock: clocksHere().find(({ name }) => name === kept?.clock)?.name ?? 'none',
  };
}

/** Rules and clock as they are asked for: only rulings that matter in `mode` and differ from the preset's. */
export function rulesWanted(offer: GameOffer, setup: GameSetup, mode: Mode) {
  const isMeant = (name: string) =>
    offer.rulings.some((ruling) => ruling.name === name && ruling.modes.includes(mode));
  const preset = offer.presets.find(({ name }) => name === setup.preset);
  const clock = clocksHere().find(({ name }) => name === setup.clock);
  return {
    game: offer.game,
    preset: setup.preset,
    rulings: Object.fromEntries(
      Object.entries(setup.rulings).filter(
        ([name, value]) => isMeant(name) && value !== preset?.rulings[name],
      ),
    ),
    clock: clock ? clockWanted(clock) : null,
  };
}

function clockWanted({ minutes, increment_s, days }: ClockPreset) {
  if (typeof days === 'number') return { days_per_move: days };
  return minutes === null ? null : { minutes, increment_s };
}
