/** Which puzzle comes next, of either game: the core chooses. */
import type { ChoosingOfGrade, PacalTask, PuzzlePosition } from '../../core/coachCalls';
import type { PuzzleGame } from '../../kept/diaryBook';
import { ask } from '../coach';

export type Task =
  | { readonly game: 'pylos'; readonly puzzle: PuzzlePosition }
  | { readonly game: 'pacal'; readonly puzzle: PacalTask };

/** The puzzle at a place of a streak, easy ones first. */
export async function inRow(
  game: PuzzleGame,
  seed: number,
  place: number,
  signal: AbortSignal,
): Promise<Task> {
  const asked = { seed, place };
  if (game === 'pylos') return { game, puzzle: await ask('puzzles.streak', asked, signal) };
  return { game, puzzle: await ask('pacal.puzzle_streak', asked, signal) };
}

/** The next puzzle of a grade, and the numbers of all of them. */
export async function ofGrade(
  game: PuzzleGame,
  asked: ChoosingOfGrade,
  signal: AbortSignal,
): Promise<{ task: Task; numbers: readonly number[] }> {
  if (game === 'pylos') {
    const { puzzle, numbers } = await ask('puzzles.next', asked, signal);
    return { task: { game, puzzle }, numbers };
  }
  const { puzzle, numbers } = await ask('pacal.puzzle_next', asked, signal);
  return { task: { game, puzzle }, numbers };
}
