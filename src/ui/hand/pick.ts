import type { Ray } from '../../render/framing.ts';

/** The boundary vertex that was picked by a ray. */
export interface Pick {
  /** The vertex: the corner nearest to the hit of the face that the ray hits first. */
  readonly vertex: number;
  /** Distance of the hit along the ray [m]. */
  readonly distance: number;
}

/** Returns the point of a ray at a distance from the ray's origin [m]. */
export const pointOn = ({ origin, direction }: Ray, distance: number): [number, number, number] => [
  origin[0] + distance * direction[0],
  origin[1] + distance * direction[1],
  origin[2] + distance * direction[2],
];

/**
 * Picks the boundary vertex that a ray hits. Tests all faces without a BVH, because a click can wait a millisecond.
 * @param faces vertex ids, 3 per face @param positions [m], 3 per vertex
 * @returns undefined if the ray hits no face
 */
export function pickVertex(faces: Uint32Array, positions: Float32Array, ray: Ray): Pick | undefined {
  const hit = pickFace(faces, positions, ray);
  if (!hit) return undefined;
  const { face, distance } = hit;
  const point = pointOn(ray, distance);
  const corners = [...faces.subarray(3 * face, 3 * face + 3)];
  const distanceTo = (vertex: number) => Math.hypot(...point.map((x, k) => positions[3 * vertex + k] - x));
  const vertex = corners.reduce((best, corner) => (distanceTo(corner) < distanceTo(best) ? corner : best));
  return { vertex, distance };
}

/**
 * Finds the face that a ray hits first, from either side.
 * @param faces, positions as in pickVertex
 * @returns the face and the distance of the hit along the ray [m]; undefined if the ray hits no face
 */
export function pickFace(
  faces: Uint32Array,
  positions: Float32Array,
  ray: Ray,
): { readonly face: number; readonly distance: number } | undefined {
  let nearest = Number.POSITIVE_INFINITY;
  let face: number | undefined;
  for (let i = 0; i < faces.length; i += 3) {
    const distance = rayTriangle(ray, positions, 3 * faces[i], 3 * faces[i + 1], 3 * faces[i + 2]);
    if (distance < nearest) {
      nearest = distance;
      face = i / 3;
    }
  }
  return face === undefined ? undefined : { face, distance: nearest };
}

/**
 * Intersects a ray with a triangle, from both sides, by Möller and Trumbore's test.
 * @param a, b, c offsets of the corners in `positions`
 * @returns distance along the ray [m]; infinity if the ray misses
 */
function rayTriangle({ origin, direction }: Ray, positions: Float32Array, a: number, b: number, c: number): number {
  const [dx, dy, dz] = direction;
  const [ax, ay, az] = [positions[a], positions[a + 1], positions[a + 2]];
  const [ux, uy, uz] = [positions[b] - ax, positions[b + 1] - ay, positions[b + 2] - az];
  const [vx, vy, vz] = [positions[c] - ax, positions[c + 1] - ay, positions[c + 2] - az];
  const [px, py, pz] = [dy * vz - dz * vy, dz * vx - dx * vz, dx * vy - dy * vx];
  const determinant = ux * px + uy * py + uz * pz;
  if (determinant === 0) return Number.POSITIVE_INFINITY;
  const [ox, oy, oz] = [origin[0] - ax, origin[1] - ay, origin[2] - az];
  const u = (ox * px + oy * py + oz * pz) / determinant;
  const [qx, qy, qz] = [oy * uz - oz * uy, oz * ux - ox * uz, ox * uy - oy * ux];
  const v = (dx * qx + dy * qy + dz * qz) / determinant;
  const distance = (vx * qx + vy * qy + vz * qz) / determinant;
  return u >= 0 && v >= 0 && u + v <= 1 && distance > 0 ? distance : Number.POSITIVE_INFINITY;
}
