/** Lessons as the engine played them out: `python -m page_build.lessons` writes the files. */
import type { Board } from '../protocol/boards';

export type Game = 'pylos' | 'pacal';
export type { Board };
type Moves = Readonly<Record<string, MoveResult>>;

/** What a move leads to. */
interface MoveResult {
  /** `done` reaches the goal, `off` is allowed but misses it, `on` is halfway. */
  readonly verdict: 'done' | 'off' | 'on';
  /** Which sentence to say: `learn.{game}.{step}.{say}`. */
  readonly say: string;
  /** What differs from the board before. */
  readonly board: Partial<Board>;
  readonly moves?: Moves;
  readonly markers?: readonly number[];
}

export interface LessonStep {
  readonly name: string;
  readonly clauses: readonly string[];
  readonly board: Board;
  readonly moves: Moves;
  /** Rounds won by the learner and the partner, where the step is about them. */
  readonly markers?: readonly number[];
}

/** Where a learner stands in a step. */
export interface LessonState {
  readonly board: Board;
  readonly moves: Moves;
  readonly verdict: MoveResult['verdict'] | 'start';
  readonly say: string | null;
  readonly markers: readonly number[] | null;
  /** The field that the learner built on last. */
  readonly built: number | null;
}

export const GAMES: readonly Game[] = ['pylos', 'pacal'];

/** The steps of each lesson by name: known before the lesson itself is fetched. */
export const STEPS: Readonly<Record<Game, readonly string[]>> = {
  pylos: [
    'place',
    'stack',
    'raise',
    'free',
    'square',
    'two',
    'freed',
    'reserve',
    'pass',
    'summit',
    'children',
    'line',
    'opening',
  ],
  pacal: [
    'order',
    'cover',
    'full',
    'begin',
    'take',
    'offer',
    'stuck',
    'complete',
    'last',
    'leave',
    'match',
    'tie',
    'tie-largest',
    'solo',
  ],
};

/** The first step of each lesson that can wait: special cases, variants, and what depends on the rulebook. */
export const LATER: Readonly<Record<Game, string>> = { pylos: 'children', pacal: 'tie' };

const files = import.meta.glob<readonly LessonStep[]>('./lessons/*.json', { import: 'default' });

export function loadLesson(game: Game): Promise<readonly LessonStep[]> {
  return files[`./lessons/${game}.json`]!();
}

export function begin(step: LessonStep): LessonState {
  return {
    board: step.board,
    moves: step.moves,
    verdict: 'start',
    say: null,
    markers: step.markers ?? null,
    built: null,
  };
}

/** Where a move leads; the pages' boards offer no others than those listed. */
export function follow(from: LessonState, move: string): LessonState {
  const result = from.moves[move] ?? from.moves[turnedRound(move)];
  if (!result) throw new Error(`the lesson does not know ${move}`);
  return {
    board: { ...from.board, ...result.board } as Board,
    moves: result.moves ?? {},
    verdict: result.verdict,
    say: result.say,
    markers: result.markers ?? null,
    built: move.startsWith('build ') ? Number(move.slice(6)) : from.built,
  };
}

/** Whether the learner has won the game or the round. */
export function isWon(board: Board): boolean {
  if (board.kind === 'pylos') return board.last_move?.target === '4a1';
  return board.outcome?.winner === 0;
}

/** Steps in which it is the task to find out whether to place a ball or to raise one. */
const EITHER: readonly string[] = ['reserve'];

/** Whether a step of Pylos wants a ball raised, where its rules would let one be placed as well. */
export function wantsRaise(step: LessonStep): boolean {
  const right = Object.keys(step.moves).filter((move) => step.moves[move]?.verdict !== 'off');
  return !EITHER.includes(step.name) && right.every((move) => move.includes('>'));
}

/** `offer 5 3` is `offer 3 5`, and two balls may be taken back in either order. */
function turnedRound(move: string): string {
  const offer = /^offer (\d+) (\d+)$/.exec(move);
  if (offer) return `offer ${offer[2]} ${offer[1]}`;
  return move.replace(/^([^-]+)-(\w+)-(\w+)$/, '$1-$3-$2');
}
