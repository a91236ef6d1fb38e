/** How far away the camera must be. */
import type { Vector3 } from 'three';
import { type PerspectiveCamera } from 'three';

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
