/** What to write on the cells of a Pylos board: the best that each touch can still lead to. */
import type { Step } from './choice';
import type { MoveWorth } from '../../core/coachCalls';

export type Worth = MoveWorth['worth'];
/** What a move is worth, or that it is the one the coach proposes. */
export type Mark = Worth | 'hint';
export type Marked = Omit<MoveWorth, 'worth'> & { readonly worth: Mark };
export type Marks = ReadonlyMap<string, Mark>;

export const WORTHS: readonly Worth[] = ['win', 'draw', 'loss'];
/** Read without colour: plus, equals, minus, and a star. */
export const SIGNS: Readonly<Record<Mark, string>> = { win: '+', draw: '=', loss: '−', hint: '★' };
/** The best that a touch can lead to is shown. */
const ORDER: readonly Mark[] = ['hint', ...WORTHS];

/** The cell that a move touches next after the steps made, or null if it is none of them. */
function nextCell(move: Marked, step: Step): string | null {
  if (step.at === 'start') return move.source ?? move.target;
  if (step.at === 'raising') return move.source === step.source ? move.target : null;
  if (move.source !== step.source || move.target !== step.target) return null;
  if (!step.taken.every((cell) => move.taken.includes(cell))) return null;
  return move.taken.find((cell) => !step.taken.includes(cell)) ?? null;
}

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
