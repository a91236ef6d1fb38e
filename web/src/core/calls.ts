/**
 * What the core can be asked for, and what it answers. The names are those of engine/bindings/web; a
 * test holds these types to what the core really says.
 */
import type { PacalBoard, PylosBoard, SoloBoard } from '../protocol/boards';
import type { Ending, Refusal } from '../protocol/messages';
import type { PacalRound, PacalSeen, PylosGame, PylosMoveParts, Seat, Seed } from './asked';
import { COACH_CALLS, type CoachCalls } from './coachCalls';
import type { By, TableCalls } from './tableCalls';

export type * from './asked';

export interface PylosState {
  /** With landings and refused touches while the game is running, for every viewer. */
  board: PylosBoard;
  ply: number;
  outcome: Ending | null;
}

export interface RoundState {
  board: PacalBoard;
  /** What the viewer may do now, as texts; empty when it is not the viewer's turn. */
  actions: string[];
}

export interface SoloState {
  board: SoloBoard;
  actions: string[];
}

/** Where a match stands. Rule PAC-9. */
export interface MatchState {
  target: number;
  markers: [number, number];
  outcome: Ending | null;
}

/** What was played at a table of this browser, as far as it decides who may ask for what. */
export interface MayAsked {
  /** Who made the moves of the round, such as `0110`, and how many were made before it. */
  readonly seats: string;
  readonly before: number;
  /** Who asks. */
  readonly seat: Seat;
  /** Whether the round is over. */
  readonly over: boolean;
  /** Whether both players have this screen, or one of them is the computer, or there is one only. */
  readonly shared: boolean;
  readonly computer: boolean;
  readonly solo: boolean;
}

export interface May {
  draw: boolean;
  /** How many moves stand after the last one is taken back, and whose clock runs then. */
  takeback: number | null;
  running: Seat | null;
  /** By which clause time runs out; empty where the rulebook knows no clock. */
  time_clause: string;
}

/** The time of the seat whose clock runs. */
export interface ClockAsked {
  readonly left_ms: number;
  readonly since_ms: number;
  readonly now_ms: number;
  readonly increment_ms: number;
  /** Whether the seat has moved, and whether its turn passes to the other. */
  readonly moved: boolean;
  readonly passes: boolean;
}

/** Decides what a player leaves to chance: the same seed makes the same choice everywhere. */
export interface ChoiceAsked {
  /** 1 is the weakest; there are 8 of Pylos and of the Pacal duel, 3 of solo. */
  readonly level: number;
  readonly choice_seed: Seed;
}

export interface ThoughtMove extends PylosMoveParts {
  /** For the side to move, in hundredths of a logit; 30000 less the moves to the end for a proof. */
  score: number;
  proved: boolean;
}

/** What a search found, moves best first. */
export interface Thought {
  depth: number;
  nodes: number;
  moves: ThoughtMove[];
  line: string[];
}

export interface ScoredAction {
  action: string;
  win: number;
  draw: number;
  loss: number;
}

export interface SoloScores {
  /** Whether the odds are exact: without covering. Rule PAC-12. */
  exact: boolean;
  actions: { action: string; win: number }[];
}

/** Every call with what it takes and gives. */
export interface Calls extends CoachCalls, TableCalls {
  'pylos.game': { asked: PylosGame; answer: PylosState };
  /** Every legal move. */
  'pylos.moves': { asked: PylosGame; answer: string[] };
  /** The one way a move is written, or a refusal with the clause that forbids it. */
  'pylos.find': { asked: PylosGame & { readonly move: string }; answer: PylosMoveParts };
  /** What may be asked for at a table of this browser. */
  'pylos.may': { asked: MayAsked; answer: May };
  'pacal.may': { asked: MayAsked; answer: May };
  /** What the seat whose time runs has left; 0 when out of time. Rule PYL-9. */
  'pylos.clock': { asked: ClockAsked; answer: number };
  'pacal.clock': { asked: ClockAsked; answer: number };
  /**
   * A round as `viewer` may see it. `over`: the game ended otherwise, by time or resignation. All
   * cards lie open once the round is over, or with `open`.
   */
  'pacal.round': {
    asked: PacalRound & {
      readonly viewer: Seat | null;
      readonly over?: boolean;
      readonly open?: boolean;
    };
    answer: RoundState;
  };
  'pacal.view': { asked: PacalSeen & { readonly over?: boolean }; answer: RoundState };
  'pacal.solo': { asked: PacalRound & { readonly over?: boolean }; answer: SoloState };
  'pacal.match': { asked: { readonly winners: readonly (Seat | null)[] }; answer: MatchState };
  /** The text of a seed's deal. */
  'pacal.deal': { asked: { readonly seed: Seed; readonly solo?: boolean }; answer: string };
  /** The seed of a day's solo deal; the date as 2026-11-15. */
  'pacal.daily_seed': { asked: { readonly date: string }; answer: string };
  /** The move of a level, from 1 to 8. Level 8 plays by the table where it is kept, else it searches. */
  'pylos.choose': { asked: PylosGame & ChoiceAsked; answer: PylosMoveParts & { by: By } };
  /** A search that visits so many positions; `every` gives each move a score of its own. */
  'pylos.think': {
    asked: PylosGame & { readonly nodes: number; readonly every?: boolean };
    answer: Thought;
  };
  /** The action of a level, from 1 to 8, for the seat to act. */
  'pacal.choose': { asked: (PacalRound | PacalSeen) & ChoiceAsked; answer: string };
  /** The chances of each action of the seat to act, as far as that seat can know. */
  'pacal.score': { asked: PacalRound | PacalSeen; answer: ScoredAction[] };
  /** The build of a level, from 1 to 3. */
  'solo.choose': { asked: PacalRound & ChoiceAsked; answer: string };
  'solo.score': { asked: PacalRound; answer: SoloScores };
}

/** Calls that the players answer; all others are the rules'. */
export const PLAYER_CALLS: ReadonlySet<CallName> = new Set<CallName>([
  'pylos.choose',
  'pylos.think',
  'pylos.values',
  'pacal.choose',
  'pacal.score',
  'solo.choose',
  'solo.score',
  ...COACH_CALLS,
]);

export type CallName = keyof Calls;

export type Game = 'pylos' | 'pacal';

/** The game whose rules answer a call. */
export const gameOf = (name: CallName): Game => (name.startsWith('pylos.') ? 'pylos' : 'pacal');

/** Why the core did not do something: as the server would say it, and at which move. */
export type CoreRefusal = Refusal & { readonly at: number | null };

/** Thrown for input that the core refuses. */
export class RefusedByCore extends Error {
  override name = 'RefusedByCore';
  constructor(readonly refusal: CoreRefusal) {
    super(refusal.sentence);
  }
}
