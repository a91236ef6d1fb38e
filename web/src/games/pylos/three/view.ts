/** The input of the stage, and the events it reports. */
import type { Choices, Step } from '../choice';
import type { Ball, Cells } from '../geometry';
import type { MarkColours } from './markers';
import type { Tones } from './wood';

/** A point of the canvas, in percent. */
export interface Spot {
  readonly x: number;
  readonly y: number;
}

export interface StageView {
  readonly cells: Cells;
  /** Whose ball lands next. */
  readonly mover: Ball;
  readonly open: Choices | null;
  readonly step: Step;
  readonly last: readonly string[];
  /** Levels above this one are lifted off and faded. */
  readonly peek: number;
  /** The colour whose reserve lies in front. */
  readonly front: Ball;
  readonly moving: boolean;
  /** Whether dark balls carry pale bands. */
  readonly pattern: boolean;
  readonly colours: MarkColours;
  readonly woods: { readonly board: Tones; readonly L: Tones; readonly D: Tones };
}

export interface StageEvents {
  onpick: (cell: string) => void;
  onhover: (cell: string | null) => void;
  /** Where the cells and the free corners of the reserves are, once the camera rests. */
  onspots: (cells: readonly Spot[], reserves: Readonly<Record<Ball, Spot>>) => void;
}
