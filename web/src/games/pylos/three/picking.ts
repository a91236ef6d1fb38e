/** Which cell is meant by a point of the canvas. */
import { Raycaster, Vector2, type Mesh, type PerspectiveCamera } from 'three';
import type { Choices } from '../choice';
import { CELLS, cellNamed, type Cell, type Cells } from '../geometry';

/** What can be pointed at: a body for each cell, the dots where a ball may go, and what is out of the way. */
export interface Pickable {
  readonly targets: readonly Mesh[];
  readonly dots: readonly { readonly position: Mesh['position'] }[];
  readonly isLifted: (cell: number) => boolean;
}

/** A finger that misses by as much means the nearest cell. */
const FINGER_PIXELS = 26;

export class Picking {
  private readonly raycaster = new Raycaster();

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly camera: PerspectiveCamera,
    private readonly pickable: Pickable,
  ) {}

  /** The touchable cell under a point, if any. */
  cellAt(event: PointerEvent, open: Choices): string | null {
    const { targets, dots, isLifted } = this.pickable;
    const box = this.canvas.getBoundingClientRect();
    const pointer = this.aim(event, box);
    const touchable = CELLS.filter(
      ({ name, index }) =>
        !isLifted(index) &&
        (open.places.has(name) || open.takeable.has(name) || open.raisable.has(name)),
    );
    /** Pixels from the pointer to what is seen of a cell: its ball, or the dot where one may go. */
    const away = ({ name, index }: Cell): number => {
      const seen = open.places.has(name) ? dots[index]! : targets[index]!;
      const point = seen.position.clone().project(this.camera);
      return Math.hypot(
        ((point.x - pointer.x) * box.width) / 2,
        ((point.y - pointer.y) * box.height) / 2,
      );
    };
    const hits = this.hits(touchable);
    const front = hits[0];
    if (front) {
      // The room for a ball is not seen: a ball behind it that is nearer to the pointer is meant.
      const ball = hits.find(({ name }) => !open.places.has(name));
      return ball && away(ball) < away(front) ? ball.name : front.name;
    }
    let nearest: string | null = null;
    let least = event.pointerType === 'mouse' ? 0 : FINGER_PIXELS;
    for (const cell of touchable)
      if (away(cell) < least) {
        least = away(cell);
        nearest = cell.name;
      }
    return nearest;
  }

  /** The ball under a point, touchable or not: touching one that is not shows the reason. */
  ballAt(event: PointerEvent, cells: Cells): string | null {
    this.aim(event, this.canvas.getBoundingClientRect());
    const balls = CELLS.filter(({ index }) => cells[index] && !this.pickable.isLifted(index));
    return this.hits(balls)[0]?.name ?? null;
  }

  private aim(event: PointerEvent, box: DOMRect): Vector2 {
    const pointer = new Vector2(
      ((event.clientX - box.left) / box.width) * 2 - 1,
      1 - ((event.clientY - box.top) / box.height) * 2,
    );
    this.raycaster.setFromCamera(pointer, this.camera);
    return pointer;
  }

  /** The cells hit, the nearest to the eye first. */
  private hits(cells: readonly Cell[]): Cell[] {
    return this.raycaster
      .intersectObjects(cells.map(({ index }) => this.pickable.targets[index]!))
      .map(({ object }) => cellNamed(String(object.userData['cell'])));
  }
}
