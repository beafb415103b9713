import type { Ray } from '../render/view-ray.ts';

export interface Pick {
  /** The corner of the face under the ray that is nearest to it. */
  readonly vertex: number;
  /** Along the ray [m]. */
  readonly distance: number;
}

/** A point on a ray. @param distance along it [m] */
export const pointOn = ({ origin, direction }: Ray, distance: number): [number, number, number] => [
  origin[0] + distance * direction[0],
  origin[1] + distance * direction[1],
  origin[2] + distance * direction[2],
];

/**
 * The nearest face under a ray, by Moeller and Trumbore's test over all faces: a click can wait a millisecond.
 * @param faces vertex ids, 3 a face @param positions [m], 3 a vertex
 */
export function pickVertex(faces: Uint32Array, positions: Float32Array, ray: Ray): Pick | undefined {
  let nearest = Number.POSITIVE_INFINITY;
  let face = -1;
  for (let f = 0; f < faces.length; f += 3) {
    const distance = rayTriangle(ray, positions, 3 * faces[f], 3 * faces[f + 1], 3 * faces[f + 2]);
    if (distance < nearest) {
      nearest = distance;
      face = f;
    }
  }
  if (face < 0) return undefined;
  const point = pointOn(ray, nearest);
  const corners = [...faces.subarray(face, face + 3)];
  const distanceTo = (vertex: number) => Math.hypot(...point.map((x, k) => positions[3 * vertex + k] - x));
  const vertex = corners.reduce((best, corner) => (distanceTo(corner) < distanceTo(best) ? corner : best));
  return { vertex, distance: nearest };
}

/** @param a, b, c where the corners' positions begin @returns distance along the ray, infinite where it passes by */
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
