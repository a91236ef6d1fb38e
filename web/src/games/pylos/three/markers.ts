/** Marks on the board: where a ball may go, which may be moved, and what moved last. */
import {
  BackSide,
  GreaterDepth,
  Group,
  Mesh,
  MeshBasicMaterial,
  TorusGeometry,
  type Scene,
  type SphereGeometry,
} from 'three';
import { CELLS } from '../geometry';

export interface MarkColours {
  readonly place: string;
  readonly take: string;
  readonly last: string;
  /** Round each mark, so that it stands out from any wood. */
  readonly halo: string;
}

/** Where a mark lies behind a ball it shines through. */
const BEHIND = 0.62;
/** At most as many cells as one move changes. */
const RINGS = 4;

export class Markers {
  readonly dots: readonly Group[];
  readonly rings: readonly Group[];
  // Drawn one upon the other after everything solid, so that none hides another.
  private readonly place = new MeshBasicMaterial({ toneMapped: false, depthWrite: false });
  private readonly halo = new MeshBasicMaterial({ toneMapped: false, depthWrite: false });
  private readonly last = new MeshBasicMaterial({ toneMapped: false, depthWrite: false });
  private readonly raise = new MeshBasicMaterial({ side: BackSide, toneMapped: false });
  private readonly take = new MeshBasicMaterial({ side: BackSide, toneMapped: false });
  private readonly rim = new MeshBasicMaterial({ side: BackSide, toneMapped: false });
  private readonly behind: MeshBasicMaterial[] = [];

  constructor(
    scene: Scene,
    private readonly sphere: SphereGeometry,
  ) {
    const [place, halo] = [this.seenThrough(this.place), this.seenThrough(this.halo)];
    this.dots = CELLS.map(() => {
      const dot = new Group();
      for (const [paints, wide, high] of [
        [halo, 0.4, 0.1],
        [place, 0.29, 0.15],
      ] as const)
        for (const paint of paints) {
          const disc = new Mesh(sphere, paint);
          disc.scale.set(wide, high, wide);
          disc.renderOrder = paints === halo ? 1 : 2;
          dot.add(disc);
        }
      dot.visible = false;
      scene.add(dot);
      return dot;
    });
    const inner = new TorusGeometry(0.26, 0.034, 10, 40).rotateX(Math.PI / 2);
    const outer = new TorusGeometry(0.26, 0.056, 10, 40)
      .rotateX(Math.PI / 2)
      .translate(0, -0.03, 0);
    this.rings = Array.from({ length: RINGS }, () => {
      const ring = new Group();
      const parts = [new Mesh(outer, this.halo), new Mesh(inner, this.last)];
      parts.forEach((part, order) => (part.renderOrder = order + 1));
      ring.add(...parts);
      ring.visible = false;
      scene.add(ring);
      return ring;
    });
  }

  /** The paint, and the one for what lies behind something. */
  private seenThrough(paint: MeshBasicMaterial): readonly MeshBasicMaterial[] {
    const behind = paint.clone();
    behind.depthFunc = GreaterDepth;
    behind.transparent = true;
    behind.opacity = BEHIND;
    this.behind.push(behind);
    return [paint, behind];
  }

  paint({ place, take, last, halo }: MarkColours): void {
    this.place.color.set(place);
    this.raise.color.set(place);
    this.take.color.set(take);
    this.last.color.set(last);
    this.halo.color.set(halo);
    this.rim.color.set(halo);
    this.behind[0]?.color.set(place);
    this.behind[1]?.color.set(halo);
  }

  /** A shell round a ball, for `outline`; hidden at first. */
  shell(): Mesh {
    const shell = new Mesh(this.sphere, this.raise);
    const rim = new Mesh(this.sphere, this.rim);
    rim.scale.setScalar(1.055);
    shell.add(rim);
    shell.visible = false;
    return shell;
  }

  /** Outlines a ball that may be raised or taken, strongly where it is picked; null takes the line away. */
  outline(shell: Mesh, as: 'raise' | 'picked' | 'take' | null): void {
    shell.visible = as !== null;
    shell.material = as === 'take' ? this.take : this.raise;
    shell.scale.setScalar(as === 'raise' ? 1.06 : 1.1);
  }
}
