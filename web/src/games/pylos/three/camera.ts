/** Where the camera must be to show everything as large as it can. */
import { Vector3, type PerspectiveCamera } from 'three';

/** The least distance from `centre` along `direction` at which every point is in sight. */
export function fitDistance(
  camera: PerspectiveCamera,
  centre: Vector3,
  direction: Vector3,
  points: readonly Vector3[],
  margin = 0.97,
): number {
  const probe = camera.clone();
  let near = 2;
  let far = 60;
  for (let i = 0; i < 24; i++) {
    const middle = (near + far) / 2;
    probe.position.copy(centre).addScaledVector(direction, middle);
    probe.lookAt(centre);
    probe.updateMatrixWorld();
    probe.updateProjectionMatrix();
    const inside = points.every((point) => {
      const seen = point.clone().project(probe);
      return Math.abs(seen.x) < margin && Math.abs(seen.y) < margin && seen.z < 1;
    });
    if (inside) far = middle;
    else near = middle;
  }
  return far;
}

/** A camera's aim: how far away it is, and what lies in the middle of the picture. */
export interface Shot {
  readonly distance: number;
  readonly centre: Vector3;
}

/**
 * The closest shot from a direction (in the plane x = 0) that shows every point and leaves as much
 * room above as below. Perspective moves the middle when the distance changes, so both are found in turn.
 */
export function fitShot(
  camera: PerspectiveCamera,
  direction: Vector3,
  points: readonly Vector3[],
): Shot {
  const probe = camera.clone();
  const up = new Vector3(0, direction.z, -direction.y);
  const perUnit = Math.tan((camera.fov * Math.PI) / 360);
  const centre = new Vector3(0, 0.35, 0);
  let distance = 0;
  for (let i = 0; i < 5; i++) {
    distance = fitDistance(camera, centre, direction, points);
    probe.position.copy(centre).addScaledVector(direction, distance);
    probe.lookAt(centre);
    probe.updateMatrixWorld();
    probe.updateProjectionMatrix();
    const heights = points.map((point) => point.clone().project(probe).y);
    const middle = (Math.min(...heights) + Math.max(...heights)) / 2;
    if (i < 4) centre.addScaledVector(up, middle * distance * perUnit);
  }
  return { distance, centre };
}
