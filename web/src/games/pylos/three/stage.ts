/** The Pylos table in three dimensions. Draws the view it is given, and only when it changed. */
import {
  ACESFilmicToneMapping,
  Group,
  Mesh,
  PCFShadowMap,
  PerspectiveCamera,
  Scene,
  SphereGeometry,
  Vector3,
  WebGLRenderer,
} from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { BALLS, CELLS, ballCentre, cellNamed, type Ball } from '../geometry';
import { assignBalls, type PlacedBall } from './assignment';
import { detailFor, type Detail } from './detail';
import { makeBoard, makeFloor, makeLamp } from './furniture';
import { Markers } from './markers';
import { Motion } from './motion';
import { Pace } from './pace';
import { Picking } from './picking';
import { SINK, SLAB_DEPTH, slabGeometry } from './slab';
import { TRAY, TRAY_OFFSET, TRAY_SCALE, bestLayout, towards, type TableLayout } from './trays';
import type { Spot, StageEvents, StageView } from './view';
import { MAPLE, OAK, WALNUT, WoodTones, plainLight, roomLight, wood, type Banding } from './wood';

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
  private readonly targets: readonly Mesh[];
  private readonly ghosts: Record<Ball, Mesh>;
  private readonly markers: Markers;
  private readonly picking: Picking;
  private readonly trays: Record<Ball, Group> = { L: new Group(), D: new Group() };
  private readonly tones = { board: new WoodTones(), L: new WoodTones(), D: new WoodTones() };
  private readonly detail: Detail;
  private readonly oak: ReturnType<typeof wood>;
  private readonly banding: Banding = { value: 0 };
  private readonly solid: Record<Ball, ReturnType<typeof wood>>;
  private readonly faded: Record<Ball, ReturnType<typeof wood>>;
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
    this.detail = detailFor(this.renderer.getContext());
    const { plain } = this.detail;
    this.oak = wood(OAK, this.tones.board, plain);
    this.renderer.toneMapping = ACESFilmicToneMapping;
    this.renderer.toneMappingExposure = 1.06;
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.renderer.shadowMap.autoUpdate = false;
    if (plain) this.scene.add(plainLight());
    else this.scene.environment = roomLight(this.renderer);
    this.scene.environmentIntensity = 0.62;
    this.scene.add(makeLamp(this.detail.shadows));

    const ball = (colour: Ball, opacity: number) =>
      colour === 'L'
        ? wood(MAPLE, this.tones.L, plain, opacity)
        : wood(WALNUT, this.tones.D, plain, opacity, this.banding);
    this.solid = { L: ball('L', 1), D: ball('D', 1) };
    this.faded = { L: ball('L', 0.2), D: ball('D', 0.26) };
    this.scene.add(makeBoard(this.oak, this.detail.board), makeFloor());
    this.scene.add(this.trays.L, this.trays.D);
    this.buildTrays();

    const sphere = new SphereGeometry(0.497, ...this.detail.ball);
    this.markers = new Markers(this.scene, sphere);
    this.makeBalls(sphere);
    const ghost = (colour: Ball) => {
      const mesh = new Mesh(sphere, ball(colour, 0.6));
      mesh.visible = false;
      this.scene.add(mesh);
      return mesh;
    };
    this.ghosts = { L: ghost('L'), D: ghost('D') };
    this.targets = CELLS.map(({ name }) => {
      const target = new Mesh(sphere);
      target.visible = false;
      target.userData['cell'] = name;
      this.scene.add(target);
      return target;
    });
    this.picking = new Picking(canvas, this.camera, {
      targets: this.targets,
      dots: this.markers.dots,
      isLifted: (cell) => this.lifted(cell) > 0,
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

  private buildTrays(): void {
    const geometry = slabGeometry(TRAY.long, TRAY.short, TRAY.slots, this.detail.tray);
    for (const tray of Object.values(this.trays)) {
      const slab = new Mesh(geometry, this.oak);
      slab.castShadow = slab.receiveShadow = true;
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
        const shell = this.markers.shell();
        mesh.add(shell);
        this.scene.add(mesh);
        this.balls.push({ mesh, shell, colour, cell: null, slot });
      }
  }

  /** Shows a view; balls fly to their new places. */
  show(view: StageView): void {
    const first = this.view === null;
    const turned = this.view !== null && this.view.front !== view.front;
    this.view = view;
    this.banding.value = view.pattern ? 1 : 0;
    this.markers.paint(view.colours);
    for (const body of ['board', 'L', 'D'] as const) this.tones[body].set(view.woods[body]);
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
    const { beside } = this.layout;
    const front = this.view?.front ?? 'L';
    const back = front === 'L' ? 'D' : 'L';
    for (const [colour, side] of [
      [front, 1],
      [back, -1],
    ] as const) {
      const tray = this.trays[colour];
      // Smaller than the board, but on the same table.
      const y = -SLAB_DEPTH * (1 - TRAY_SCALE);
      tray.position.set(beside ? side * TRAY_OFFSET : 0, y, beside ? 0 : side * TRAY_OFFSET);
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
    const [x, z] = TRAY.slots[ball.slot]!;
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
      const dot = this.markers.dots[cell.index]!;
      const place = this.restingPlace(cell.index);
      dot.visible = (open?.dots.has(cell.name) ?? false) && this.lifted(cell.index) === 0;
      dot.position.copy(place);
      dot.position.y -= cell.level === 1 ? 0.4 : 0.2;
      this.targets[cell.index]!.position.copy(place);
      this.targets[cell.index]!.updateMatrixWorld();
    }
    for (const ball of this.balls) {
      const name = ball.cell === null ? '' : CELLS[ball.cell]!.name;
      const isPicked = step.at === 'raising' && step.source === name;
      const isRaisable = step.at === 'start' && open?.raisable.has(name);
      this.markers.outline(
        ball.shell,
        open?.takeable.has(name) ? 'take' : isPicked ? 'picked' : isRaisable ? 'raise' : null,
      );
    }
    this.markers.rings.forEach((ring, i) => {
      const name = last[i];
      ring.visible = name !== undefined && step.at !== 'taking';
      if (name === undefined) return;
      const cell = cellNamed(name);
      const isBall = this.view!.cells[cell.index] !== null;
      ring.position.copy(this.restingPlace(cell.index));
      ring.position.y += isBall ? 0.43 : cell.level === 1 ? -0.37 : -0.2;
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
    if (layout.beside !== this.layout?.beside || !this.touched) {
      this.layout = layout;
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
    const { polar, distance, centre } = this.layout;
    this.touched = false;
    this.controls.target.copy(centre);
    this.controls.minDistance = distance * 0.4;
    this.controls.maxDistance = distance * 1.25;
    this.camera.position.copy(centre).addScaledVector(towards(polar), distance);
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
    const spot = (place: Vector3): Spot => {
      const { x, y } = place.project(this.camera);
      return { x: (x + 1) * 50, y: (1 - y) * 50 };
    };
    const [x, z] = TRAY.corner;
    const corner = (colour: Ball) => spot(this.trays[colour].localToWorld(new Vector3(x, 0, z)));
    this.events.onspots(
      CELLS.map(({ index }) => spot(this.restingPlace(index))),
      { L: corner('L'), D: corner('D') },
    );
  }

  private cellAt(event: PointerEvent): string | null {
    return this.view?.open ? this.picking.cellAt(event, this.view.open) : null;
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
    if (!this.view?.open) return;
    const cell = this.cellAt(event) ?? this.picking.ballAt(event, this.view.cells);
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
