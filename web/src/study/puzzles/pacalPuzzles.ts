/** Puzzles of Pacal: what one seat knows, and one action that is clearly the best. */
import { DataFiles } from '../../core/data';
import { dataFolder } from '../../core/folder';
import type { Seat } from '../../core/asked';
import type { PacalBoard } from '../../protocol/boards';
import { ask } from '../coach';

/** A line of src/sommet/bots/data/puzzles-pacal.tsv. */
export interface PacalPuzzle {
  /** Its line, from 1; easy ones come first. */
  readonly number: number;
  readonly preset: string;
  readonly seed: string;
  /** So far. */
  readonly actions: readonly string[];
  readonly solution: string;
  /** 1 easy to 5 hard. */
  readonly grade: number;
}

/** A puzzle as its seat sees it. */
export interface PacalTask extends PacalPuzzle {
  readonly seat: Seat;
  readonly board: PacalBoard;
}

/** Of a streak's first puzzles so many are of each grade, as in engine/pylos_coach/puzzles.hpp. */
const PER_GRADE = 6;
const GRADES = [1, 2, 3, 4, 5] as const;

export function parsePuzzles(text: string): PacalPuzzle[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line, place) => {
      const [preset, seed, actions, solution, , , grade] = line.split('\t');
      if (!preset || !seed || actions === undefined || !solution || !Number(grade))
        throw new Error(`line ${place + 1} is no puzzle`);
      return {
        number: place + 1,
        preset,
        seed,
        actions: actions === '' ? [] : actions.split(', '),
        solution,
        grade: Number(grade),
      };
    });
}

let collection: Promise<readonly PacalPuzzle[]> | null = null;

/** Fetched once, and kept with what the players judge with. */
export function pacalPuzzles(): Promise<readonly PacalPuzzle[]> {
  collection ??= new DataFiles(dataFolder(import.meta.url))
    .read('puzzles-pacal', () => {})
    .then((bytes) => parsePuzzles(new TextDecoder().decode(bytes)));
  collection.catch(() => (collection = null));
  return collection;
}

/** A list in an order that the seed makes. */
export function mixed<T>(list: readonly T[], seed: number): T[] {
  const items = [...list];
  // xorshift32, whose state is never 0.
  let state = Math.imul(seed + 1, 0x9e3779b1) || 1;
  for (let i = items.length - 1; i > 0; i--) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    const j = (state >>> 0) % (i + 1);
    [items[i], items[j]] = [items[j]!, items[i]!];
  }
  return items;
}

/** All of them, a few of each grade first, then the rest from the hardest on. */
export function streakOrder(puzzles: readonly PacalPuzzle[], seed: number): PacalPuzzle[] {
  const grades = GRADES.map((grade) =>
    mixed(
      puzzles.filter((puzzle) => puzzle.grade === grade),
      seed + grade,
    ),
  );
  return [
    ...grades.flatMap((list) => list.slice(0, PER_GRADE)),
    ...grades.flatMap((list) => list.slice(PER_GRADE)).reverse(),
  ];
}

/** An action in the one way it is written: the cards of an offer ascend. */
export function tidy(action: string): string {
  const [verb = '', ...cards] = action.split(' ');
  return [verb, ...cards.sort((a, b) => Number(a) - Number(b))].join(' ');
}

const askedFor = ({ preset, seed, actions }: PacalPuzzle) => ({ preset, seed, actions });

/** The puzzle with what the seat to act sees of it. */
export async function openPuzzle(puzzle: PacalPuzzle): Promise<PacalTask> {
  const open = await ask('pacal.round', { ...askedFor(puzzle), viewer: null });
  const seat = (open.board.actor ?? 0) as Seat;
  const { board } = await ask('pacal.round', { ...askedFor(puzzle), viewer: seat });
  return { ...puzzle, seat, board };
}

/** What its seat sees once the solution is played. */
export async function afterSolution(puzzle: PacalTask): Promise<PacalBoard> {
  const actions = [...puzzle.actions, puzzle.solution];
  const asked = { ...askedFor(puzzle), actions, viewer: puzzle.seat };
  return (await ask('pacal.round', asked)).board;
}

/** The coach's chances and reasons for each action, best first. */
export const advicePuzzle = (puzzle: PacalTask) => ask('pacal.advice', askedFor(puzzle));
