/** Games as the core is asked about them. */
export type RulingValue = boolean | number | string | null;
export type Seat = 0 | 1;

/** A preset and the rulings that differ from it. */
export interface RulesAsked {
  /** children, standard, expert; en, nl, fr. */
  readonly preset: string;
  readonly rulings?: Readonly<Record<string, RulingValue>>;
}

/** A game of Pylos: where it began and what was played since. */
export interface PylosGame extends RulesAsked {
  /** A position's text; the empty board without one. */
  readonly start?: string | null;
  readonly moves: readonly string[];
}

/** A number of 64 bits, as text where it may be larger than 2^53. */
export type Seed = number | string;

/** A deal's text (see docs/records.md), or the seed that makes it. */
export type Dealt = { readonly deal: string } | { readonly seed: Seed };

/** A round whose cards are all known here: one on this device, or a finished one. */
export type PacalRound = RulesAsked & Dealt & { readonly actions: readonly string[] };

/** A round of which only one seat's cards are known here. */
export interface PacalSeen extends RulesAsked {
  readonly seat: Seat | null;
  /** The fifteen cards dealt to `seat`; left out for an observer. */
  readonly hand?: readonly number[];
  readonly apexes: readonly [number, number];
  readonly actions: readonly string[];
  /** The cards built last, which everybody saw, in the order built. */
  readonly last?: readonly number[];
}

/** A moment of a round laid out by hand, seat 0 being the one who asks; 0 for no card. */
export interface PacalSetup extends RulesAsked {
  /** By seat the visible card of each field, and what it covers. */
  readonly tops: readonly (readonly number[])[];
  readonly unders: readonly (readonly number[])[];
  readonly hand: readonly number[];
  readonly apexes: readonly number[];
  /** An offer, or what is left of one. */
  readonly table: readonly number[];
  /** The card on the table that seat 0 has to build. */
  readonly kept: readonly [number];
}

export interface PylosMoveParts {
  move: string;
  source: string | null;
  target: string;
  taken: string[];
}
