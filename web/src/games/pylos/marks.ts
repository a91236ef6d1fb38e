/** What to write on the cells of a Pylos board: the best that each touch can still lead to. */
import type { Step } from './choice';
import type { MoveWorth } from '../../core/coachCalls';

export type Worth = MoveWorth['worth'];
export type Marks = ReadonlyMap<string, Worth>;

export const WORTHS: readonly Worth[] = ['win', 'draw', 'loss'];
/** Read without colour: plus, equals, minus. */
export const SIGNS: Readonly<Record<Worth, string>> = { win: '+', draw: '=', loss: '−' };

/** The cell that a move touches next after the steps made, or null if it is none of them. */
function nextCell(move: MoveWorth, step: Step): string | null {
  if (step.at === 'start') return move.source ?? move.target;
  if (step.at === 'raising') return move.source === step.source ? move.target : null;
  if (move.source !== step.source || move.target !== step.target) return null;
  if (!step.taken.every((cell) => move.taken.includes(cell))) return null;
  return move.taken.find((cell) => !step.taken.includes(cell)) ?? null;
}

export function marksFor(moves: readonly MoveWorth[], step: Step): Marks {
  const marks = new Map<string, Worth>();
  for (const move of moves) {
    const cells =
      step.at === 'taking' && step.taken.length === 0 && nextCell(move, step) !== null
        ? move.taken
        : [nextCell(move, step)];
    for (const cell of cells) {
      if (cell === null) continue;
      const known = marks.get(cell);
      if (known === undefined || WORTHS.indexOf(move.worth) < WORTHS.indexOf(known))
        marks.set(cell, move.worth);
    }
  }
  return marks;
}
