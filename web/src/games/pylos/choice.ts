/**
 * A move in the making. Holds no rules: every step is a lookup in the landings that the core
 * lists, and what it ends in is a move in its text form (`1b2`, `1b2>2a1`, `1b2>2a1-2a1-1c3`).
 */
import type { Landing, RefusedTouch } from '../../protocol/boards';
import { cellNamed, type Ball, type Cells } from './geometry';

export type Step =
  /** Nothing chosen: a place for a reserve ball, or a ball to raise. */
  | { readonly at: 'start' }
  /** A ball is picked up and looks for its place. */
  | { readonly at: 'raising'; readonly source: string }
  /** The ball has landed and completed something: balls are being taken back. */
  | {
      readonly at: 'taking';
      readonly source: string | null;
      readonly target: string;
      readonly taken: readonly string[];
    };

export const START: Step = { at: 'start' };

/** What may be touched now, and what a touch would mean. */
export interface Choices {
  readonly places: ReadonlySet<string>;
  /** Those of the places that are marked. */
  readonly dots: ReadonlySet<string>;
  readonly raisable: ReadonlySet<string>;
  readonly takeable: ReadonlySet<string>;
  /** The move that confirming plays now, if the choice is one. */
  readonly confirms: string | null;
}

const NONE: ReadonlySet<string> = new Set();

const find = (landings: readonly Landing[], source: string | null, target: string) =>
  landings.find((landing) => landing.source === source && landing.target === target);

const from = (landings: readonly Landing[], source: string | null) =>
  new Set(landings.filter((l) => l.source === source).map((l) => l.target));

/** The balls that may follow the first one taken back: a pair is listed in one order or both. */
function seconds(landing: Landing, first: string): ReadonlySet<string> {
  const after = landing.takes.find((take) => take.cell === first)?.then ?? [];
  const before = landing.takes.filter((take) => take.then.includes(first)).map((take) => take.cell);
  return new Set([...after, ...before]);
}

function moveText(landing: Landing, taken: readonly string[]): string | null {
  const path = landing.source === null ? landing.target : `${landing.source}>${landing.target}`;
  const [first, second] = taken;
  if (first === undefined) return landing.may_stop ? path : null;
  const listed = landing.takes.find((take) => take.cell === first);
  if (second === undefined) return listed?.may_stop ? `${path}-${first}` : null;
  return listed?.then.includes(second)
    ? `${path}-${first}-${second}`
    : `${path}-${second}-${first}`;
}

/** `raising`: a raise is wanted, so places for a ball from the reserve are not marked. */
export function choices(landings: readonly Landing[], step: Step, raising = false): Choices {
  if (step.at !== 'taking') {
    const places = from(landings, step.at === 'raising' ? step.source : null);
    return {
      places,
      dots: raising && step.at === 'start' ? NONE : places,
      raisable: new Set(landings.flatMap((landing) => landing.source ?? [])),
      takeable: NONE,
      confirms: null,
    };
  }
  const landing = find(landings, step.source, step.target);
  const closed = { places: NONE, dots: NONE, raisable: NONE };
  if (!landing) return { ...closed, takeable: NONE, confirms: null };
  const confirms = moveText(landing, step.taken);
  const [first] = step.taken;
  const takeable =
    first === undefined
      ? new Set(landing.takes.map((take) => take.cell))
      : step.taken.length === 1
        ? seconds(landing, first)
        : NONE;
  return { ...closed, takeable, confirms };
}

/** The step after touching a cell, or the move that the touch completes. */
export function touch(
  landings: readonly Landing[],
  step: Step,
  cell: string,
): { readonly step: Step } | { readonly play: string } {
  const open = choices(landings, step);
  if (step.at === 'taking') {
    if (step.taken.includes(cell)) return { step: undo(step) };
    if (!open.takeable.has(cell)) return { step };
    return { step: { ...step, taken: [...step.taken, cell] } };
  }
  if (open.places.has(cell)) {
    const source = step.at === 'raising' ? step.source : null;
    const landing = find(landings, source, cell)!;
    if (landing.takes.length === 0) {
      const play = moveText(landing, []);
      if (play !== null) return { play };
    }
    return { step: { at: 'taking', source, target: cell, taken: [] } };
  }
  if (step.at === 'raising' && step.source === cell) return { step: START };
  if (open.raisable.has(cell)) return { step: { at: 'raising', source: cell } };
  return { step };
}

/** Why touching a cell means nothing at this step; null where it means something. */
export function refusalOf(
  refused: readonly RefusedTouch[],
  step: Step,
  cell: string,
): RefusedTouch | null {
  const find = (doing: RefusedTouch['doing'], source: string | null) =>
    refused.find(
      (each) => each.doing === doing && each.source === source && each.cells.includes(cell),
    ) ?? null;
  if (step.at === 'taking') return find('take', null);
  if (step.at === 'start') return find('begin', null);
  return find('raise', step.source) ?? find('begin', null);
}

/** One step back. */
export function undo(step: Step): Step {
  if (step.at !== 'taking') return START;
  if (step.taken.length > 0) return { ...step, taken: step.taken.slice(0, -1) };
  return step.source === null ? START : { at: 'raising', source: step.source };
}

/** What the board looks like while a move is in the making. */
export function preview(cells: Cells, mover: Ball, step: Step): Cells {
  if (step.at !== 'taking') return cells;
  const shown = [...cells];
  if (step.source !== null) shown[cellNamed(step.source).index] = null;
  shown[cellNamed(step.target).index] = mover;
  for (const cell of step.taken) shown[cellNamed(cell).index] = null;
  return shown;
}
