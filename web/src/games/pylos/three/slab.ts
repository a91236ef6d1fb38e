/** A wooden slab with rounded edges and a dimple under each ball. */
import { BufferGeometry, Float32BufferAttribute } from 'three';

/** Dimples are caps of a sphere a little larger than a ball, so a ball sinks in by this much. */
export const SINK = 0.09;
const CAP_RADIUS = 0.56;
const DEPTH = 0.34;

function dimpleDepth(x: number, z: number, holes: readonly (readonly [number, number])[]): number {
  for (const [holeX, holeZ] of holes) {
    const d2 = (x - holeX) ** 2 + (z - holeZ) ** 2;
    const rim2 = CAP_RADIUS ** 2 - (CAP_RADIUS - SINK) ** 2;
    if (d2 < rim2) return Math.sqrt(CAP_RADIUS ** 2 - d2) - (CAP_RADIUS - SINK);
  }
  return 0;
}

/**
 * A slab around the origin whose top lies at y = 0; `width` along x, `depth` along z.
 * Of `density` vertices per unit: one sheet covers top, rounded edge and sides, so that the light runs around it.
 */
export function slabGeometry(
  width: number,
  depth: number,
  holes: readonly (readonly [number, number])[],
  density: number,
): BufferGeometry {
  const corner = 0.42;
  const bevel = 0.12;
  const edgeRings = 10;
  const columns = Math.round(width * density);
  const rows = Math.round(depth * density);
  const halfX = width / 2 - bevel;
  const halfZ = depth / 2 - bevel;

  /** A point of the plain rectangle pulled onto the one with rounded corners. */
  const round = (x: number, z: number, outward: number): [number, number] => {
    const coreX = Math.max(-(halfX - corner), Math.min(halfX - corner, x));
    const coreZ = Math.max(-(halfZ - corner), Math.min(halfZ - corner, z));
    const dx = x - coreX;
    const dz = z - coreZ;
    const length = Math.hypot(dx, dz);
    if (length === 0) return [x, z];
    const reach = Math.max(Math.abs(dx), Math.abs(dz));
    const radius = Math.min(reach, corner) + outward;
    return [coreX + (dx / length) * radius, coreZ + (dz / length) * radius];
  };

  const points: number[] = [];
  const stride = columns + 1 + 2 * edgeRings;
  const lines = rows + 1 + 2 * edgeRings;
  for (let j = 0; j < lines; j++)
    for (let i = 0; i < stride; i++) {
      const column = Math.max(0, Math.min(columns, i - edgeRings));
      const row = Math.max(0, Math.min(rows, j - edgeRings));
      const over = Math.max(Math.abs(i - edgeRings - column), Math.abs(j - edgeRings - row));
      const x = (column / columns - 0.5) * 2 * halfX;
      const z = (row / rows - 0.5) * 2 * halfZ;
      const turn = (Math.min(over, edgeRings - 2) / (edgeRings - 2)) * (Math.PI / 2);
      const outward = over === 0 ? 0 : bevel * Math.sin(turn);
      const [px, pz] = round(x, z, outward);
      const y =
        over === 0
          ? -dimpleDepth(px, pz, holes)
          : over > edgeRings - 2
            ? -bevel - ((over - (edgeRings - 2)) / 2) * (DEPTH - bevel)
            : -bevel * (1 - Math.cos(turn));
      points.push(px, y, pz);
    }

  const triangles: number[] = [];
  for (let j = 0; j + 1 < lines; j++)
    for (let i = 0; i + 1 < stride; i++) {
      const a = j * stride + i;
      triangles.push(a, a + stride, a + 1, a + 1, a + stride, a + stride + 1);
    }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute(points, 3));
  geometry.setIndex(triangles);
  geometry.computeVertexNormals();
  return geometry;
}

export const SLAB_DEPTH = DEPTH;
