/** Calls for study: values, reasons, reviews, puzzles. */
import type { PacalBoard, PylosBoard } from '../protocol/boards';
import type { Ending } from '../protocol/messages';
import type {
  PacalRound,
  PacalSeen,
  PacalSetup,
  PylosGame,
  PylosMoveParts,
  Seat,
  Seed,
} from './asked';

/** To the player who moves. */
export type Worth = 'win' | 'draw' | 'loss';
/** Where a judgement comes from; only a search can be wrong. */
export type Source = 'full-table' | 'table' | 'search';
export type Grade = 'good' | 'mistake' | 'blunder';

export interface MoveWorth extends PylosMoveParts {
  worth: Worth;
  /** False for an estimate of the search. */
  certain: boolean;
  /** Moves to the end with best play, this one included; null where unknown. */
  distance: number | null;
}

/** A Pylos position and the value of each of its moves. */
export interface PylosAnalysis {
  /** With its landings, so that moves can be tried. */
  board: PylosBoard;
  source: Source;
  /** To the side to move; null when the game is over. */
  worth: Worth | null;
  certain: boolean;
  distance: number | null;
  /** Light's share, 0 to 1: exact, or the search's estimate. */
  light: number;
  /** How many moves keep the value: 1 is as narrow as can be. */
  keeping: number;
  /** Key idea.{idea} of the best move; null when the game is over. */
  idea: string | null;
  /** Why the best move is good; from a table only. */
  reasons: Reason[];
  /** Best first. */
  moves: MoveWorth[];
  outcome: Ending | null;
}

/** A remark of the coach: `key` is one of the language files', `params` fill its gaps. */
export interface Reason {
  key: string;
  params: Record<string, number | readonly (number | string)[]>;
  /** Pacal: the fields of the own pyramid that it is about. */
  about?: readonly number[];
}

/** What the coach says about an action in Pacal. */
export interface ActionWorth {
  action: string;
  /** The chance to win the round, or to complete in solo. */
  win: number;
  draw: number;
  /** The true chance lies this close nine times out of ten. */
  margin: number;
  /** The most important first. */
  reasons: Reason[];
}

export interface PacalAnalysis {
  exact: boolean;
  /** How many actions are as good as the best. */
  keeping: number;
  /** Best first. */
  actions: ActionWorth[];
}

/** Help for the player to move: all that is known, best first. */
export type Hint =
  | { readonly pylos: PylosAnalysis; readonly pacal: null }
  | { readonly pylos: null; readonly pacal: PacalAnalysis };

/** What the reviews of all games have in common. */
export interface Reviewed {
  ply: number;
  seat: Seat;
  move: string;
  grade: Grade;
  /** The part of a win given away by what the player could know. */
  cost: number;
  /** What would have been better, best first; empty unless something was given away. */
  better: string[];
  /** How many moves kept the value. */
  keeping: number;
  /** How many moves there were. */
  of: number;
}

export interface PylosReviewed extends Reviewed {
  /** Light's chance before the move and after it. */
  before: number;
  after: number;
  source: Source;
  certain: boolean;
  /** What the better move does. */
  idea: string | null;
  /** The answer that punishes a mistake. */
  reply: string | null;
  reply_idea: string | null;
  /** Why it was a mistake; from a table only. */
  reasons: Reason[];
  /** The answer and a possible continuation. */
  line: string[];
}

export interface PacalReviewed extends Reviewed {
  /** The coach's chance of the action chosen and of the best one, draws half. */
  win: number;
  best_win: number;
  margin: number;
  /** Of a good choice: not quite as good as the best, or a loss that playing on did not confirm. */
  nuance: '' | 'slight' | 'unclear';
  /** What speaks for the best action. */
  reasons: Reason[];
  /** What else is to be said of a bad choice. */
  doubts: Reason[];
}

/** A puzzle: one move wins, every other move does not; or one draws, and every other move loses. */
export interface PuzzlePosition {
  number: number;
  rules: string;
  /** 1 easy to 5 hard. */
  grade: number;
  aim: 'win' | 'draw';
  board: PylosBoard;
}

export interface PuzzleSolution {
  move: string;
  /** Where its ball lands. */
  target: string;
  /** 0 where it is not known. */
  distance: number;
  idea: string;
  /** In a lesson, the wrong move that most players try. */
  natural: string | null;
}

/** What became of a try: the last move was right, or what refutes it. */
export interface PuzzleAnswer {
  right: boolean;
  worth: Worth;
  source: Source;
  /** The opponent's answer; null when the game is over. */
  reply: string | null;
  reply_idea: string | null;
  /** After the answer. */
  board: PylosBoard;
  outcome: Ending | null;
  distance: number | null;
}

/** What comes next, and the numbers of all that it was chosen from. */
export interface NextPuzzle<Puzzle> {
  puzzle: Puzzle;
  numbers: number[];
}

/** One that is not solved yet is chosen where there is such a one, and not the one before. */
export interface ChoosingPuzzle {
  readonly solved: readonly number[];
  /** The number of the one before; 0 for none. */
  readonly before: number;
}

/** Of a grade, 1 easy to 5 hard, in an order of the seed's. */
export interface ChoosingOfGrade extends ChoosingPuzzle {
  readonly grade: number;
  readonly seed: Seed;
}

/** A puzzle of Pacal as its seat sees it: one action is clearly the best. */
export interface PacalTask {
  number: number;
  preset: string;
  /** 1 easy to 5 hard. */
  grade: number;
  seat: Seat;
  board: PacalBoard;
}

/** An action of a puzzle of Pacal, in the one way it is written. */
export interface PacalPuzzleAnswer {
  action: string;
  /** Whether it is the solution. */
  right: boolean;
  /** What the coach says of each action, the best first. */
  advice: PacalAnalysis;
  /** What the seat sees after it; null unless it is right. */
  board: PacalBoard | null;
}

/** A PacalSetup as a screen keeps it. */
export interface LaidOut {
  readonly tops: readonly [readonly number[], readonly number[]];
  readonly unders: readonly [readonly number[], readonly number[]];
  readonly hand: readonly number[];
  readonly apexes: readonly [number, number];
  readonly table: readonly [number, number];
  /** The card on the table that seat 0 has to build, or 0. */
  readonly kept: number;
}

export interface CoachCalls {
  'pylos.analysis': { asked: PylosGame; answer: PylosAnalysis };
  /** The last of the moves, judged. */
  'pylos.review': { asked: PylosGame; answer: PylosReviewed };
  /** For the seat to act, as far as that seat can know. */
  'pacal.advice': { asked: PacalRound | PacalSeen; answer: PacalAnalysis };
  /** The board and the coach's advice at a moment laid out by hand, or a `bad_position`. */
  'pacal.setup': { asked: PacalSetup; answer: { board: PacalBoard; advice: PacalAnalysis } };
  /** What is laid out once seat 0 has acted, as far as it is seat 0's own to say. */
  'pacal.setup_after': { asked: PacalSetup & { readonly action: string }; answer: LaidOut };
  'solo.advice': { asked: PacalRound; answer: PacalAnalysis };
  /**
   * The last of the actions, judged by what its player could know, and seat 0's chance after it with
   * all cards open. No decision where there was no choice, and no chance then either; before the
   * first action only the chance.
   */
  'pacal.review': {
    asked: PacalRound;
    answer: { open: number | null; decision: PacalReviewed | null };
  };
  /** The last build, judged; `exact` without covering. */
  'solo.review': { asked: PacalRound; answer: PacalReviewed & { exact: boolean } };
  'puzzles.find': { asked: { readonly number: number }; answer: PuzzlePosition };
  /** A streak begins easy and gets harder; its seed makes the order. */
  'puzzles.streak': {
    asked: { readonly seed: Seed; readonly place: number };
    answer: PuzzlePosition;
  };
  /** The next of a grade, or of a lesson, whose easy ones come first. */
  'puzzles.next': {
    asked: ChoosingOfGrade | (ChoosingPuzzle & { readonly lesson: string; readonly rules: string });
    answer: NextPuzzle<PuzzlePosition>;
  };
  /** The same for everybody; the date as 2026-11-15. */
  'puzzles.day': { asked: { readonly date: string }; answer: PuzzlePosition };
  'puzzles.solution': { asked: { readonly number: number }; answer: PuzzleSolution };
  /**
   * `moves`: the player's and the opponent's in turn, the last one the player's. `preset` is the
   * puzzle's: its table answers where it is kept.
   */
  'puzzles.try': {
    asked: { readonly number: number; readonly moves: readonly string[]; readonly preset: string };
    answer: PuzzleAnswer;
  };
  'pacal.puzzle_streak': {
    asked: { readonly seed: Seed; readonly place: number };
    answer: PacalTask;
  };
  'pacal.puzzle_next': { asked: ChoosingOfGrade; answer: NextPuzzle<PacalTask> };
  'pacal.puzzle_solution': { asked: { readonly number: number }; answer: PacalPuzzleAnswer };
  'pacal.puzzle_try': {
    asked: { readonly number: number; readonly action: string };
    answer: PacalPuzzleAnswer;
  };
}

export const COACH_CALLS = [
  'pylos.analysis',
  'pylos.review',
  'pacal.advice',
  'pacal.setup',
  'pacal.setup_after',
  'solo.advice',
  'pacal.review',
  'solo.review',
  'puzzles.find',
  'puzzles.streak',
  'puzzles.next',
  'puzzles.day',
  'puzzles.solution',
  'puzzles.try',
  'pacal.puzzle_streak',
  'pacal.puzzle_next',
  'pacal.puzzle_solution',
  'pacal.puzzle_try',
] as const satisfies readonly (keyof CoachCalls)[];
