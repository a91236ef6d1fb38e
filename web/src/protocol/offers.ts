/** What can be played in the page, and how fast; written by scripts/page_build/catalogue.py. */
import type { ClockPreset, HostedGame, Ruling as HostedRuling } from './messages';
import catalogue from './catalogue.json';

/** Only `friend` needs a server. */
export type Mode = 'computer' | 'hotseat' | 'friend' | 'solo';

/** A ruling to choose. Texts: `ruling.{game}.{name}`, `ruling.{game}.{name}.{value}`. */
export interface Ruling extends HostedRuling {
  /** Where it matters. */
  modes: Mode[];
}

/** A computer player. Texts: `opponent.{spec}`, or `opponent.level` with the level. */
export interface Opponent {
  spec: string;
  level: number | null;
}

/** A game with everything that the page can be asked for. */
export interface GameOffer extends HostedGame {
  modes: Mode[];
  rulings: Ruling[];
  opponents: Opponent[];
  default_opponent: string;
}

const {
  games: list,
  clocks: presets,
  solved,
} = catalogue as {
  readonly games: GameOffer[];
  readonly clocks: ClockPreset[];
  readonly solved: Readonly<Record<string, readonly string[]>>;
};

export const games = Object.fromEntries(list.map((offer) => [offer.game, offer])) as Readonly<
  Record<GameOffer['game'], GameOffer>
>;
export const clocks: readonly ClockPreset[] = presets;

/** By preset of Pylos the rulings that leave it without a solved table when they change. */
export const decidingRulings = solved;
