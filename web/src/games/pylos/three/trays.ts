/** Where the two reserves lie: on which sides of the board, and where the camera sees it all. */
import { Vector3, type PerspectiveCamera } from 'three';
import { BALLS } from '../geometry';
import { fitShot, type Shot } from './camera';
import { SLAB_DEPTH } from './slab';

/** Eight balls and seven in their gaps; along the long and the short side. */
export const TRAY = {
  long: 8.5,
  short: 2.35,
  slots: Array.from({ length: BALLS }, (_, i) =>
    i < 8 ? ([i - 3.5, 0.46] as const) : ([i - 11, -0.44] as const),
  ),
  /** The corner that the row of seven leaves free: how many there are is written here. */
  corner: [3.72, -0.5],
} as const;

export interface TableLayout extends Shot {
  /** Trays left and right of the board, else behind and in front of it. */
  readonly beside: boolean;
  readonly polar: number;
}

/** Reserves are drawn smaller, no longer than the board: it is what one looks at. */
export const TRAY_SCALE = 0.58;
export const BOARD_SIDE = 4.9;
const GAP = 0.22;
/** From the middle of the board to the middle of a tray. */
export const TRAY_OFFSET = BOARD_SIDE / 2 + GAP + (TRAY.short * TRAY_SCALE) / 2;
/** From straight above, in radians: low enough to see a pyramid, high enough to see every place. */
const POLAR = 0.5;

function corners(beside: boolean): Vector3[] {
  const along = TRAY_OFFSET + (TRAY.short * TRAY_SCALE) / 2;
  const across = Math.max(BOARD_SIDE, TRAY.long * TRAY_SCALE) / 2;
  const [x, z] = beside ? [along, across] : [across, along];
  return [-1, 1].flatMap((sx) =>
    [-1, 1].flatMap((sz) => [
      new Vector3(sx * x, -SLAB_DEPTH, sz * z),
      new Vector3(sx * (x - 0.35), 0.5, sz * (z - 0.35)),
      new Vector3(sx * 0.6, 2.75, sz * 0.6),
    ]),
  );
}

export function towards(polar: number): Vector3 {
  return new Vector3(0, Math.cos(polar), Math.sin(polar));
}

/** The layout that shows the board largest on a canvas of this shape. */
export function bestLayout(camera: PerspectiveCamera): TableLayout {
  const candidates = [true, false].map((beside) => ({
    beside,
    polar: POLAR,
    ...fitShot(camera, towards(POLAR), corners(beside)),
  }));
  return candidates.reduce((best, next) => (next.distance < best.distance ? next : best));
}
