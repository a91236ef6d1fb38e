/** What there is to draw: one board for each game, as the core works it out of what the viewer may know. */
import type { Commitment, Ending } from './messages';

type Seat = 0 | 1;

/** A ball that can be taken back first, and what may follow. Rule PYL-5. */
export interface TakeChoice {
  cell: string;
  /** Whether the move may end after this one ball. */
  may_stop: boolean;
  /** Balls that may be taken back second. */
  then: string[];
}

/**
 * Where a ball can land, from the reserve or raised, and the take-backs that follow.
 *
 * The move to send is `target` or `source>target`, then `-cell` for each ball taken back.
 */
export interface Landing {
  /** The ball raised, or null for one from the reserve. */
  source: string | null;
  target: string;
  /** Whether the move may end without taking back. */
  may_stop: boolean;
  /** Empty where nothing can be taken back. */
  takes: TakeChoice[];
}

/** Cells that are no choice at one point of a turn, and why. */
export interface RefusedTouch {
  /** Nothing chosen yet; a ball is picked up; balls are being taken back. */
  doing: 'begin' | 'raise' | 'take';
  /** The ball picked up, while raising. */
  source: string | null;
  /** Key touch.{reason} in the language files. */
  reason: string;
  clause: string;
  cells: string[];
}

/** A move taken apart for drawing. */
export interface PylosMove {
  seat: Seat;
  move: string;
  source: string | null;
  target: string;
  taken: string[];
}

/** A Pylos position; seat 0 is light, seat 1 dark. */
export interface PylosBoard {
  kind: 'pylos';
  /** The fixed text form. */
  position: string;
  light: string[];
  dark: string[];
  /** Balls in reserve, light then dark. */
  reserves: number[];
  /** The seat to move, or null when the game is over. */
  turn: Seat | null;
  /** How often this position has stood. Ruling PYL-R3. */
  repetitions: number;
  last_move: PylosMove | null;
  /** Every legal move, for a viewer who is to move; null for everybody else. */
  landings: Landing[] | null;
  /** Why the other cells are no choice, for a viewer who is to move. */
  refused: RefusedTouch[] | null;
}

/** One of ten fields. With no card built, only the unknown face-down card lies there. */
export interface PyramidField {
  field: number;
  /** The visible number. */
  card: number | null;
  /** The number under it, once covered. Rule PAC-5. */
  covered: number | null;
}

/** A hand: its size is public, its cards only the owner's until the round is over. */
export interface Hand {
  size: number;
  /** Sorted, or null where the viewer may not know. */
  cards: number[] | null;
}

/** Two cards face up on the table. Rule PAC-3. */
export interface CardOffer {
  by: Seat;
  /** The two cards, in the order offered. */
  cards: number[];
  /** The one the opponent has taken. */
  taken: number | null;
}

/** Whether the card in question may be built on a field, and if not, why. */
export interface FieldChoice {
  field: number;
  allowed: boolean;
  /** Whether it would cover a card. */
  covers: boolean;
  /** Key field.{reason} in the language files. */
  reason: string | null;
  clause: string | null;
}

/** Where a card that the viewer sees would fit now. */
export interface CardFit {
  card: number;
  /** On the viewer's pyramid. */
  own: number[];
  /** On the other pyramid. */
  other: number[];
}

/**
 * What the acting viewer may do.
 *
 * Send `offer A B` with two of `offerable`, `take A` with one of `takeable`, `build N` with an
 * allowed field, or `decline` where `may_decline`.
 */
export interface PacalChoices {
  offerable: number[];
  takeable: number[];
  /** All ten when a card is to be built, else empty. */
  fields: FieldChoice[];
  /** The fifteenth card need not be built. Rule PAC-6. */
  may_decline: boolean;
}

/** A round of Pacal as one viewer may see it; hidden unless listed here. */
export interface PacalBoard {
  kind: 'pacal';
  /** Whose eyes: a seat, or null for an observer. */
  viewer: Seat | null;
  phase: 'offer' | 'take' | 'build' | 'last' | 'over';
  actor: Seat | null;
  /** 1 to 14, 15 for the last cards. */
  turn: number;
  beginner: Seat;
  /** Shown by both at the start. Rule PAC-2. */
  apexes: number[];
  pyramids: PyramidField[][];
  hands: Hand[];
  /** This turn's offer, until the next one. */
  offer: CardOffer | null;
  /** Received this turn and not yet built, by seat. */
  cards: (number | null)[];
  /** What the actor must build, if the viewer may know it. */
  card: number | null;
  /** Whether the card received fits nowhere. Rule PAC-8. */
  stuck: boolean[];
  /** Whether the last card was kept. Rule PAC-6. */
  declined: boolean[];
  /** Cards built by each seat. */
  built: number[];
  /** Null unless the viewer is to act. */
  choices: PacalChoices | null;
  /** For the viewer's hand and the offer. */
  fits: CardFit[];
  outcome: Ending | null;
  /** Null in a replay. */
  commitment: Commitment | null;
  /** The twenty cards out of play, by seat and field, once no secret any more. */
  face_down: number[][] | null;
}

/** A solo game. Rules PAC-10, PAC-11, PAC-12. */
export interface SoloBoard {
  kind: 'solo';
  pyramid: PyramidField[];
  /** The card drawn, to be built at once. */
  card: number | null;
  /** Cards left to draw. */
  pile: number;
  /** Cards built so far: the score when complete. */
  used: number;
  choices: PacalChoices | null;
  outcome: Ending | null;
  /** Null in a replay. */
  commitment: Commitment | null;
  face_down: number[] | null;
}

export type Board = PylosBoard | PacalBoard | SoloBoard;
