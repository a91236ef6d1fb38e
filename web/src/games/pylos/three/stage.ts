/** The Pylos table in three dimensions. Draws what it is told, and only when something changed. */
import {
  ACESFilmicToneMapping,
  BackSide,
  Group,
  Mesh,
  MeshBasicMaterial,
  PCFShadowMap,
  PerspectiveCamera,
  Raycaster,
  Scene,
  SphereGeometry,
  TorusGeometry,
  Vector2,
  Vector3,
  WebGLRenderer,
} from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import type { Choices, Step } from '../choice';
import { BALLS, CELLS, ballCentre, cellNamed, type Ball, type Cells } from '../geometry';
import { assignBalls, type PlacedBall } from './assignment';
import { makeBoard, makeFloor, makeLamp } from './furniture';
import { Motion } from './motion';
import { Pace } from './pace';
import { SINK, SLAB_DEPTH, slabGeometry } from './slab';
import {
  CENTRE,
  TRAY_SCALE,
  bestLayout,
  towards,
  trayOffset,
  type TableLayout,
  type TrayShape,
} from './trays';
import { MAPLE, OAK, WALNUT, roomLight, wood, type Banding } from './wood';

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
  readonly colours: { readonly place: string; readonly take: string; readonly last: string };
}

export interface StageEvents {
  onpick: (cell: string) => void;
  onhover: (cell: string | null) => void;
  /** Where the cells are on the canvas, in percent, once the camera rests. */
  onspots: (spots: { x: number; y: number }[]) => void;
}

interface BallMesh extends PlacedBall {
  readonly mesh: Mesh;
  readonly shell: Mesh;
}

const FLIGHT_MS = 460;
const PEEK_MS = 260;
const CLICK_PIXELS = 7;

export class Stage {
  private readonly renderer: WebGLRenderer;
  private readonly scene = new Scene();
  private readonly camera = new PerspectiveCamera(24, 1, 0.5, 100);
  private readonly controls: OrbitControls;
  private readonly motion = new Motion();
  private readonly balls: BallMesh[] = [];
  private readonly dots: Mesh[] = [];
  private readonly targets: Mesh[] = [];
  private readonly ghosts: Record<Ball, Mesh>;
  private readonly rings: Mesh[];
  private readonly trays: Record<Ball, Group> = { L: new Group(), D: new Group() };
  private readonly oak = wood(OAK);
  private readonly banding: Banding = { value: 0 };
  private readonly solid: Record<Ball, ReturnType<typeof wood>>;
  private readonly faded: Record<Ball, ReturnType<typeof wood>>;
  private readonly placePaint = new MeshBasicMaterial({ toneMapped: false });
  private readonly takePaint = new MeshBasicMaterial({ side: BackSide, toneMapped: false });
  private readonly raisePaint = new MeshBasicMaterial({ side: BackSide, toneMapped: false });
  private readonly lastPaint = new MeshBasicMaterial({ toneMapped: false });
  private readonly raycaster = new Raycaster();
  private view: StageView | null = null;
  private hovered: string | null = null;
  private focused: string | null = null;
  private frame = 0;
  private readonly pace = new Pace(Math.min(devicePixelRatio, 2));
  /** Shadows are drawn anew only when something that casts one has moved. */
  private shadowsMoved = true;
  private layout: TableLayout | null = null;
  private pressed: { x: number; y: number } | null = null;
  private touched = false;
  /** Frames drawn so far: tests check that a still board draws none. */
  frames = 0;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly events: StageEvents,
  ) {
    this.renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true });
    this.renderer.toneMapping = ACESFilmicToneMapping;
    this.renderer.toneMappingExposure = 0.92;
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.renderer.shadowMap.autoUpdate = false;
    this.scene.environment = roomLight(this.renderer);
    this.scene.environmentIntensity = 0.62;
    this.scene.add(makeLamp());

    this.solid = { L: wood(MAPLE), D: wood(WALNUT, 1, this.banding) };
    this.faded = { L: wood(MAPLE, 0.2), D: wood(WALNUT, 0.26, this.banding) };
    this.scene.add(makeBoard(this.oak), makeFloor(), this.trays.L, this.trays.D);

    const sphere = new SphereGeometry(0.497, 48, 32);
    this.makeBalls(sphere);
    const ghost = (colour: Ball) => {
      const mesh = new Mesh(
        sphere,
        colour === 'L' ? wood(MAPLE, 0.62) : wood(WALNUT, 0.58, this.banding),
      );
      mesh.visible = false;
      this.scene.add(mesh);
      return mesh;
    };
    this.ghosts = { L: ghost('L'), D: ghost('D') };
    this.makeMarks(sphere);
    const ring = new TorusGeometry(0.27, 0.024, 10, 40).rotateX(Math.PI / 2);
    this.rings = [0, 1, 2, 3].map(() => {
      const mesh = new Mesh(ring, this.lastPaint);
      mesh.visible = false;
      this.scene.add(mesh);
      return mesh;
    });

    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enablePan = false;
    // A finger that goes up or down scrolls the page; sideways it turns the board.
    canvas.style.touchAction = 'pan-y';
    this.controls.minPolarAngle = 0.12;
    this.controls.maxPolarAngle = 1.32;
    this.controls.rotateSpeed = 0.8;
    this.controls.addEventListener('change', () => this.redraw());
    this.controls.addEventListener('end', () => this.reportSpots());
    canvas.addEventListener('pointerdown', this.onPointerDown);
    canvas.addEventListener('pointermove', this.onPointerMove);
    canvas.addEventListener('pointerup', this.onPointerUp);
    canvas.addEventListener('pointerleave', this.onPointerLeave);
  }

  /** Gives both trays the shape of the layout. */
  private buildTrays(shape: TrayShape): void {
    const geometry = slabGeometry(shape.long, shape.short, shape.slots, 24);
    for (const tray of Object.values(this.trays)) {
      for (const old of tray.children) if (old instanceof Mesh) old.geometry.dispose();
      const slab = new Mesh(geometry, this.oak);
      slab.castShadow = slab.receiveShadow = true;
      tray.clear();
      tray.add(slab);
    }
  }

  private makeBalls(sphere: SphereGeometry): void {
    for (const colour of ['L', 'D'] as const)
      for (let slot = 0; slot < BALLS; slot++) {
        const mesh = new Mesh(sphere, this.solid[colour]);
        mesh.castShadow = mesh.receiveShadow = true;
        // Each ball is turned from the same wood another way round.
        mesh.rotation.set(slot * 2.4, slot * 1.7 + (colour === 'D' ? 1 : 0), slot * 0.9);
        const shell = new Mesh(sphere, this.raisePaint);
        shell.scale.setScalar(1.075);
        shell.visible = false;
        mesh.add(shell);
        this.scene.add(mesh);
        this.balls.push({ mesh, shell, colour, cell: null, slot });
      }
  }

  private makeMarks(sphere: SphereGeometry): void {
    for (const cell of CELLS) {
      const dot = new Mesh(sphere, this.placePaint);
      dot.scale.set(0.3, 0.12, 0.3);
      dot.visible = false;
      this.scene.add(dot);
      this.dots.push(dot);
      const target = new Mesh(sphere);
      target.visible = false;
      target.userData['cell'] = cell.name;
      this.scene.add(target);
      this.targets.push(target);
    }
  }

  /** Shows a view; balls fly to their new places. */
  show(view: StageView): void {
    const first = this.view === null;
    const turned = this.view !== null && this.view.front !== view.front;
    this.view = view;
    this.banding.value = view.pattern ? 1 : 0;
    this.placePaint.color.set(view.colours.place);
    this.raisePaint.color.set(view.colours.place);
    this.takePaint.color.set(view.colours.take);
    this.lastPaint.color.set(view.colours.last);
    if (first || turned) this.placeTrays();
    assignBalls(this.balls, view.cells);
    this.shadowsMoved = true;
    this.sendBalls(first);
    this.mark();
    this.redraw();
    this.reportSpots();
  }

  private placeTrays(): void {
    if (!this.layout) return;
    const { shape, beside } = this.layout;
    const front = this.view?.front ?? 'L';
    const back = front === 'L' ? 'D' : 'L';
    const away = trayOffset(shape);
    for (const [colour, side] of [
      [front, 1],
      [back, -1],
    ] as const) {
      const tray = this.trays[colour];
      // Smaller than the board, but on the same table.
      const y = -SLAB_DEPTH * (1 - TRAY_SCALE);
      tray.position.set(beside ? side * away : 0, y, beside ? 0 : side * away);
      tray.rotation.y = beside ? (side * Math.PI) / 2 : side > 0 ? 0 : Math.PI;
      tray.scale.setScalar(TRAY_SCALE);
      tray.updateMatrixWorld();
    }
  }

  private lifted(cell: number): number {
    const { peek } = this.view!;
    const above = CELLS[cell]!.level - peek;
    return above > 0 ? 1.0 + above * 0.62 : 0;
  }

  private restingPlace(cell: number): Vector3 {
    const { x, y, z } = ballCentre(CELLS[cell]!);
    return new Vector3(x, y - SINK + this.lifted(cell), z);
  }

  private placeOf(ball: BallMesh): Vector3 {
    const { step } = this.view!;
    if (ball.cell !== null) {
      const place = this.restingPlace(ball.cell);
      if (step.at === 'raising' && cellNamed(step.source).index === ball.cell) place.y += 0.45;
      return place;
    }
    const [x, z] = this.layout?.shape.slots[ball.slot] ?? [0, 0];
    return this.trays[ball.colour].localToWorld(new Vector3(x, 0.5 - SINK, z));
  }

  private sendBalls(atOnce: boolean): void {
    const now = performance.now();
    const view = this.view!;
    for (const ball of this.balls) {
      const place = this.placeOf(ball);
      const sideways = Math.hypot(place.x - ball.mesh.position.x, place.z - ball.mesh.position.z);
      const lift = sideways > 0.1 ? 1.3 + 0.12 * sideways : 0;
      const lasts = !view.moving || atOnce ? 0 : sideways > 0.1 ? FLIGHT_MS : PEEK_MS;
      const size = ball.cell === null ? TRAY_SCALE : 1;
      this.motion.send(ball.mesh, place, size, lift, lasts, now);
      const faded = ball.cell !== null && this.lifted(ball.cell) > 0;
      ball.mesh.material = (faded ? this.faded : this.solid)[ball.colour];
      ball.mesh.castShadow = !faded;
    }
  }

  private mark(): void {
    const { open, step, last } = this.view!;
    for (const cell of CELLS) {
      const dot = this.dots[cell.index]!;
      const place = this.restingPlace(cell.index);
      const isPlace = open?.places.has(cell.name) ?? false;
      dot.visible = isPlace && this.lifted(cell.index) === 0;
      dot.position.copy(place);
      dot.position.y -= cell.level === 1 ? 0.4 : 0.2;
      this.targets[cell.index]!.position.copy(place);
      this.targets[cell.index]!.updateMatrixWorld();
    }
    for (const ball of this.balls) {
      const name = ball.cell === null ? '' : CELLS[ball.cell]!.name;
      const take = open?.takeable.has(name) ?? false;
      const picked = step.at === 'raising' && step.source === name;
      const raise = step.at === 'start' && (open?.raisable.has(name) ?? false);
      ball.shell.visible = take || picked || raise;
      ball.shell.material = take ? this.takePaint : this.raisePaint;
      ball.shell.scale.setScalar(picked || take ? 1.1 : 1.055);
    }
    this.rings.forEach((ring, i) => {
      const name = last[i];
      ring.visible = name !== undefined && step.at !== 'taking';
      if (name === undefined) return;
      const cell = cellNamed(name);
      const isBall = this.view!.cells[cell.index] !== null;
      ring.position.copy(this.restingPlace(cell.index));
      ring.position.y += isBall ? 0.425 : cell.level === 1 ? -0.38 : -0.2;
    });
    this.showGhost();
  }

  private showGhost(): void {
    const view = this.view;
    const name = this.hovered ?? this.focused;
    for (const ghost of Object.values(this.ghosts)) ghost.visible = false;
    if (!view || name === null || !view.open?.places.has(name)) return;
    const ghost = this.ghosts[view.mover];
    ghost.position.copy(this.restingPlace(cellNamed(name).index));
    ghost.visible = true;
  }

  /** Shows the ghost ball where the keyboard is. */
  focus(cell: string | null): void {
    this.focused = cell;
    this.showGhost();
    this.redraw();
  }

  resize(width: number, height: number): void {
    if (width === 0 || height === 0) return;
    this.renderer.setPixelRatio(this.pace.ratio);
    this.shadowsMoved = true;
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    const layout = bestLayout(this.camera);
    const old = this.layout;
    const isOther = layout.shape !== old?.shape || layout.beside !== old.beside;
    if (isOther || !this.touched) {
      this.layout = layout;
      if (layout.shape !== old?.shape) this.buildTrays(layout.shape);
      this.placeTrays();
      this.aim();
      if (this.view) this.sendBalls(true);
    }
    this.camera.updateProjectionMatrix();
    this.redraw();
    this.reportSpots();
  }

  /** The camera back to where everything is in sight. */
  aim(): void {
    if (!this.layout) return;
    const { polar, distance } = this.layout;
    this.touched = false;
    this.controls.target.copy(CENTRE);
    this.controls.minDistance = distance * 0.4;
    this.controls.maxDistance = distance * 1.25;
    this.camera.position.copy(CENTRE).addScaledVector(towards(polar), distance);
    this.controls.update();
    this.reportSpots();
  }

  private redraw(): void {
    if (this.frame !== 0) return;
    this.frame = requestAnimationFrame((now) => {
      this.frame = 0;
      const wasMoving = !this.motion.idle;
      const more = this.motion.advance(now);
      if (wasMoving && this.pace.frame(now)) this.renderer.setPixelRatio(this.pace.ratio);
      if (!more) this.pace.rest();
      this.renderer.shadowMap.needsUpdate = wasMoving || this.shadowsMoved;
      this.shadowsMoved = false;
      this.renderer.render(this.scene, this.camera);
      this.frames++;
      this.canvas.dataset['frames'] = String(this.frames);
      if (more) this.redraw();
    });
  }

  private reportSpots(): void {
    if (!this.view) return;
    this.camera.updateMatrixWorld();
    this.events.onspots(
      CELLS.map((cell) => {
        const point = this.restingPlace(cell.index).project(this.camera);
        return { x: (point.x + 1) * 50, y: (1 - point.y) * 50 };
      }),
    );
  }

  /** The touchable cell under a point of the canvas, if any. */
  private cellAt(event: PointerEvent): string | null {
    const open = this.view?.open;
    if (!open) return null;
    const box = this.canvas.getBoundingClientRect();
    const pointer = new Vector2(
      ((event.clientX - box.left) / box.width) * 2 - 1,
      1 - ((event.clientY - box.top) / box.height) * 2,
    );
    this.raycaster.setFromCamera(pointer, this.camera);
    const touchable = CELLS.filter(
      ({ name, index }) =>
        this.lifted(index) === 0 &&
        (open.places.has(name) || open.takeable.has(name) || open.raisable.has(name)),
    );
    /** Pixels from the pointer to what is seen of a cell: its ball, or the dot where one may go. */
    const away = ({ name, index }: (typeof CELLS)[number]): number => {
      const seen = open.places.has(name) ? this.dots[index]! : this.targets[index]!;
      const point = seen.position.clone().project(this.camera);
      return Math.hypot(
        ((point.x - pointer.x) * box.width) / 2,
        ((point.y - pointer.y) * box.height) / 2,
      );
    };
    const hits = this.raycaster
      .intersectObjects(touchable.map((c) => this.targets[c.index]!))
      .map(({ object }) => cellNamed(String(object.userData['cell'])));
    const front = hits[0];
    if (front) {
      // The room for a ball is not seen: a ball behind it that is nearer to the pointer is meant.
      const ball = hits.find(({ name }) => !open.places.has(name));
      return ball && away(ball) < away(front) ? ball.name : front.name;
    }
    // A near miss by a finger counts for the nearest touchable cell.
    let nearest: string | null = null;
    let least = event.pointerType === 'mouse' ? 0 : 26;
    for (const cell of touchable)
      if (away(cell) < least) {
        least = away(cell);
        nearest = cell.name;
      }
    return nearest;
  }

  /** The ball under a point of the canvas, touchable or not: whoever touches it is told why not. */
  private ballAt(event: PointerEvent): string | null {
    if (!this.view?.open) return null;
    const { cells } = this.view;
    const box = this.canvas.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * 2 - 1;
    const y = 1 - ((event.clientY - box.top) / box.height) * 2;
    this.raycaster.setFromCamera(new Vector2(x, y), this.camera);
    const balls = CELLS.filter(({ index }) => cells[index] && this.lifted(index) === 0);
    const hits = this.raycaster.intersectObjects(balls.map(({ index }) => this.targets[index]!));
    const hit: unknown = hits[0]?.object.userData['cell'];
    return typeof hit === 'string' ? hit : null;
  }

  private readonly onPointerDown = (event: PointerEvent) => {
    this.pressed = { x: event.clientX, y: event.clientY };
  };

  private readonly onPointerMove = (event: PointerEvent) => {
    const { pressed } = this;
    if (
      pressed &&
      Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > CLICK_PIXELS
    ) {
      this.pressed = null;
      this.touched = true;
    }
    if (event.pointerType === 'mouse' && event.buttons === 0) this.hover(this.cellAt(event));
  };

  private readonly onPointerUp = (event: PointerEvent) => {
    if (!this.pressed) return;
    this.pressed = null;
    const cell = this.cellAt(event) ?? this.ballAt(event);
    if (cell !== null) this.events.onpick(cell);
  };

  private readonly onPointerLeave = () => this.hover(null);

  private hover(cell: string | null): void {
    if (cell === this.hovered) return;
    this.hovered = cell;
    this.canvas.classList.toggle('pointing', cell !== null);
    this.showGhost();
    this.redraw();
    this.events.onhover(cell);
  }

  dispose(): void {
    cancelAnimationFrame(this.frame);
    this.canvas.removeEventListener('pointerdown', this.onPointerDown);
    this.canvas.removeEventListener('pointermove', this.onPointerMove);
    this.canvas.removeEventListener('pointerup', this.onPointerUp);
    this.canvas.removeEventListener('pointerleave', this.onPointerLeave);
    this.controls.dispose();
    this.scene.traverse((object) => {
      if (object instanceof Mesh) object.geometry.dispose();
    });
    this.scene.environment?.dispose();
    this.renderer.dispose();
  }
}
