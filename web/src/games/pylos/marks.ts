/** What to write on the cells of a Pylos board: the best that each touch can still lead to. */
import type { Step } from './choice';
import type { PylosMoveParts } from '../../core/asked';
import type { MoveWorth } from '../../core/coachCalls';

export type Worth = MoveWorth['worth'];
/** What a move is worth, that it is the coach's or the one pointed at, or what it lifts or takes back, or what a reason is about. */
export type Mark = Worth | 'hint' | 'about' | 'from' | 'back';
export type Marked = Omit<MoveWorth, 'worth' | 'taken'> & {
  readonly worth: Worth | 'hint' | 'about';
  readonly taken: readonly string[];
};
export type Marks = ReadonlyMap<string, Mark>;

export const WORTHS: readonly Worth[] = ['win', 'draw', 'loss'];
/** Read without colour: plus, equals, minus, a star, a diamond, and arrows up and back. */
export const SIGNS: Readonly<Record<Mark, string>> = {
  win: '+',
  draw: '=',
  loss: '−',
  hint: '★',
  about: '◆',
  from: '↑',
  back: '↩',
};
/** The best that a touch can lead to is shown. */
const ORDER: readonly Mark[] = ['hint', 'about', ...WORTHS];

/** The cell that a move touches next after the steps made, or null if it is none of them. */
function nextCell(move: Marked, step: Step): string | null {
  if (step.at === 'start') return move.source ?? move.target;
  if (step.at === 'raising') return move.source === step.source ? move.target : null;
  if (move.source !== step.source || move.target !== step.target) return null;
  if (!step.taken.every((cell) => move.taken.includes(cell))) return null;
  return move.taken.find((cell) => !step.taken.includes(cell)) ?? null;
}

/** One move, drawn as a whole. */
export function marksOf({ source, target, taken }: PylosMoveParts): Marks {
  const marks = new Map<string, Mark>([[target, 'hint']]);
  if (source !== null) marks.set(source, 'from');
  for (const cell of taken) marks.set(cell, 'back');
  return marks;
}

/** The cell that a move touches first. */
export const firstCell = ({ source, target }: PylosMoveParts): string => source ?? target;

export function marksFor(moves: readonly Marked[], step: Step): Marks {
  const marks = new Map<string, Mark>();
  for (const move of moves) {
    const cells =
      step.at === 'taking' && step.taken.length === 0 && nextCell(move, step) !== null
        ? move.taken
        : [nextCell(move, step)];
    for (const cell of cells) {
      if (cell === null) continue;
      const known = marks.get(cell);
      if (known === undefined || ORDER.indexOf(move.worth) < ORDER.indexOf(known))
        marks.set(cell, move.worth);
    }
  }
  return marks;
}
