/** Lessons in Pylos: `python -m sommet.analysis.pylos_lessons` finds their puzzles and counts endings. */
import { PRESETS } from '../../core/tableCalls';
import counts from './lessonCounts.json';

export const LESSONS = ['trap', 'draw', 'raise', 'stuck', 'ahead', 'behind', 'crown'] as const;

/** The rules that a lesson has puzzles for. Draws are at stake in openings of the expert game only. */
export const rulesOf = (lesson: string): readonly string[] =>
  lesson === 'draw' ? ['expert'] : PRESETS;

type Counts = Readonly<Record<string, Readonly<Record<string, readonly number[]>>>>;

/** How many endings of a lesson's kind were drawn from the solved table, and which part is won and lost. */
export function endingsLike(
  lesson: string,
  rules: string,
): { readonly of: number; readonly won: number; readonly lost: number } | null {
  const [lost = 0, drawn = 0, won = 0] = (counts as Counts)[rules]?.[lesson] ?? [];
  const of = lost + drawn + won;
  return of === 0 ? null : { of, won: won / of, lost: lost / of };
}
