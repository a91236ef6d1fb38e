/** What stands still on the Pylos table: lamp, board and the table top that takes the shadows. */
import { DirectionalLight, Mesh, PlaneGeometry, ShadowMaterial, type Material } from 'three';
import { CELLS, ballCentre } from '../geometry';
import { SLAB_DEPTH, slabGeometry } from './slab';
import { BOARD_SIDE } from './trays';

/** The lamp; `shadowSize` says how finely its shadows are drawn. */
export function makeLamp(shadowSize: number): DirectionalLight {
  const lamp = new DirectionalLight('#fff0d8', 2.1);
  lamp.position.set(-5.5, 10, 4.5);
  lamp.castShadow = true;
  lamp.shadow.mapSize.set(shadowSize, shadowSize);
  lamp.shadow.radius = 5;
  lamp.shadow.bias = -0.0006;
  lamp.shadow.normalBias = 0.02;
  const reach = 8;
  Object.assign(lamp.shadow.camera, {
    left: -reach,
    right: reach,
    top: reach,
    bottom: -reach,
    near: 1,
    far: 30,
  });
  return lamp;
}

export function makeBoard(material: Material, density: number): Mesh {
  const holes = CELLS.filter((cell) => cell.level === 1).map((cell) => {
    const { x, z } = ballCentre(cell);
    return [x, z] as const;
  });
  const board = new Mesh(slabGeometry(BOARD_SIDE, BOARD_SIDE, holes, density), material);
  board.castShadow = board.receiveShadow = true;
  return board;
}

export function makeFloor(): Mesh {
  const floor = new Mesh(new PlaneGeometry(60, 60), new ShadowMaterial({ opacity: 0.26 }));
  floor.rotation.x = -Math.PI / 2;
  floor.position.y = -SLAB_DEPTH;
  floor.receiveShadow = true;
  return floor;
}
