/** The study part of the server's HTTP interface. */
import { post, request } from '../protocol/api';
import type {
  AnalysePylos,
  Daily,
  LevelList,
  PuzzleAnswer,
  PuzzleHint,
  PuzzlePosition,
  PuzzleSolution,
  PylosStudy,
  ReviewProgress,
} from '../protocol/messages';

export const analysePylos = (wish: AnalysePylos) => post<PylosStudy>('/api/study/pylos', wish);

export function getReview(id: string, game: number | null): Promise<ReviewProgress> {
  const query = game === null ? '' : `?game=${game}`;
  return request<ReviewProgress>(`/api/replays/${encodeURIComponent(id)}/review${query}`);
}

export const getDaily = () => request<Daily>('/api/daily');

export const getPuzzle = (number: number) => request<PuzzlePosition>(`/api/puzzles/${number}`);
export const getStreakPuzzle = (seed: number, place: number) =>
  request<PuzzlePosition>(`/api/puzzles/streak/${seed}/${place}`);
export const tryPuzzle = (number: number, moves: string[]) =>
  post<PuzzleAnswer>(`/api/puzzles/${number}/try`, { moves });
export const hintPuzzle = (number: number, step: 1 | 2) =>
  request<PuzzleHint>(`/api/puzzles/${number}/hint?step=${step}`);
export const solvePuzzle = (number: number) =>
  request<PuzzleSolution>(`/api/puzzles/${number}/solution`);

export const getLevels = (game: string, preset: string) =>
  request<LevelList>(`/api/levels?game=${game}&preset=${encodeURIComponent(preset)}`);
