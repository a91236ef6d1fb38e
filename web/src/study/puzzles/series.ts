/** Which puzzle comes next, of either game. */
import type { PuzzlePosition } from '../../core/coachCalls';
import type { PuzzleGame } from '../../kept/diaryBook';
import { Failed } from '../../protocol/api';
import type { Refusal } from '../../protocol/messages';
import { findPuzzle, getStreakPuzzle, gradedPuzzles } from '../coach';
import { mixed, openPuzzle, pacalPuzzles, streakOrder, type PacalTask } from './pacalPuzzles';

export type Task =
  | { readonly game: 'pylos'; readonly puzzle: PuzzlePosition }
  | { readonly game: 'pacal'; readonly puzzle: PacalTask };

const refuse = (code: string, sentence: string): Refusal => ({
  code,
  key: `refused.${code}`,
  params: {},
  clause: null,
  sentence,
});

/** The collection; where it cannot be fetched, a Failed to show. */
async function collected() {
  try {
    return await pacalPuzzles();
  } catch (error) {
    console.warn(error);
    throw new Failed(refuse('not_here', 'What this needs is not on this device yet.'));
  }
}

/** The puzzle at a place of a streak, easy ones first. */
export async function inRow(game: PuzzleGame, seed: number, place: number): Promise<Task> {
  if (game === 'pylos') return { game, puzzle: await getStreakPuzzle(seed, place) };
  const puzzle = streakOrder(await collected(), seed)[place];
  if (!puzzle) throw new Failed(refuse('no_such_puzzle', 'There is no such puzzle.'));
  return { game, puzzle: await openPuzzle(puzzle) };
}

/** A number that is not solved yet, where there is one, and not the one before. */
export function choose(
  numbers: readonly number[],
  solved: readonly number[],
  before: number,
  seed: number,
): number {
  const order = mixed(numbers, seed + solved.length);
  const fresh = order.filter((number) => number !== before);
  return fresh.find((number) => !solved.includes(number)) ?? fresh[0] ?? before;
}

/** A puzzle of a grade, and how many of them are solved. */
export async function ofGrade(
  game: PuzzleGame,
  grade: number,
  seed: number,
  solved: readonly number[],
  before: number,
): Promise<{ task: Task; solved: number; of: number }> {
  const all = game === 'pacal' ? (await collected()).filter((one) => one.grade === grade) : [];
  const numbers = game === 'pacal' ? all.map(({ number }) => number) : await gradedPuzzles(grade);
  const next = choose(numbers, solved, before, seed);
  const puzzle = all.find(({ number }) => number === next);
  return {
    task: puzzle
      ? { game: 'pacal', puzzle: await openPuzzle(puzzle) }
      : { game: 'pylos', puzzle: await findPuzzle(next) },
    solved: numbers.filter((number) => solved.includes(number)).length,
    of: numbers.length,
  };
}
