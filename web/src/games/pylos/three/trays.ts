/** Where the two reserves lie: which shape of tray, and on which sides of the board. */
import { Vector3, type PerspectiveCamera } from 'three';
import { BALLS } from '../geometry';
import { fitDistance } from './camera';
import { SLAB_DEPTH } from './slab';

export interface TrayShape {
  readonly long: number;
  readonly short: number;
  /** Places of the 15 balls, along the long and the short side. */
  readonly slots: readonly (readonly [number, number])[];
}

/** Eight balls and seven in their gaps. */
const RAIL: TrayShape = {
  long: 8.5,
  short: 2.35,
  slots: Array.from({ length: BALLS }, (_, i) =>
    i < 8 ? ([i - 3.5, 0.46] as const) : ([i - 11, -0.44] as const),
  ),
};

/** Three rows of five. */
const BOX: TrayShape = {
  long: 5.4,
  short: 3.4,
  slots: Array.from({ length: BALLS }, (_, i) => [(i % 5) - 2, Math.floor(i / 5) - 1] as const),
};

export interface TableLayout {
  readonly shape: TrayShape;
  /** Trays left and right of the board, else behind and in front of it. */
  readonly beside: boolean;
  readonly polar: number;
  readonly distance: number;
}

/** Reserves are drawn a little smaller, to leave the room to the board. */
export const TRAY_SCALE = 0.74;
export const BOARD_SIDE = 4.9;
const GAP = 0.3;

/** From the middle of the board to the middle of a tray. */
export function trayOffset(shape: TrayShape): number {
  return BOARD_SIDE / 2 + GAP + (shape.short * TRAY_SCALE) / 2;
}

function corners({ shape, beside }: Pick<TableLayout, 'shape' | 'beside'>): Vector3[] {
  const along = trayOffset(shape) + (shape.short * TRAY_SCALE) / 2;
  const across = Math.max(BOARD_SIDE, shape.long * TRAY_SCALE) / 2;
  const [x, z] = beside ? [along, across] : [across, along];
  return [-1, 1].flatMap((sx) =>
    [-1, 1].flatMap((sz) => [
      new Vector3(sx * x, -SLAB_DEPTH, sz * z),
      new Vector3(sx * (x - 0.6), 0.8, sz * (z - 0.6)),
      new Vector3(sx * 0.6, 2.75, sz * 0.6),
    ]),
  );
}

export const CENTRE = new Vector3(0, 0.35, 0);

export function towards(polar: number): Vector3 {
  return new Vector3(0, Math.cos(polar), Math.sin(polar));
}

/** The layout that shows the board largest on a canvas of this shape. */
export function bestLayout(camera: PerspectiveCamera): TableLayout {
  const candidates = [RAIL, BOX].flatMap((shape) =>
    [true, false].map((beside) => {
      const polar = beside ? 0.78 : 0.56;
      const distance = fitDistance(camera, CENTRE, towards(polar), corners({ shape, beside }));
      return { shape, beside, polar, distance };
    }),
  );
  return candidates.reduce((best, next) => (next.distance < best.distance ? next : best));
}
