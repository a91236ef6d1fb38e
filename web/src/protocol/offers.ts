/** What can be played, and how fast; written by scripts/page_build/catalogue.py. */
import type { Catalogue, GameOffer } from './messages';
import catalogue from './catalogue.json';

const { games: list, clocks: presets } = catalogue as Pick<Catalogue, 'games' | 'clocks'>;

export const games = Object.fromEntries(list.map((offer) => [offer.game, offer])) as Readonly<
  Record<GameOffer['game'], GameOffer>
>;
export const clocks: Catalogue['clocks'] = presets;
