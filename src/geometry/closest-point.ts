/** Closest point of a triangle. Shortest-path searches compute it for every boundary face that they try (path/near-face.ts). */

/**
 * Feature of a triangle that a closest point lies on. FACE (0) is the interior. FIRST_EDGE + k is the edge between corners k and
 * (k + 1) % 3. FIRST_CORNER + k is corner k.
 */
export type Feature = number;
export const FACE = 0;
export const FIRST_EDGE = 1;
export const FIRST_CORNER = 4;

/**
 * A triangle counts as flat if the squared sine of its angle at the first corner is at most this. Then only its edges are searched. At
 * this limit the sine is 1e-10, and barycentric weights have a rounding error of about 1e-16 / 1e-10, a millionth.
 */
const FLAT = 1e-20;

/** Input and result of a closest-point query; owned by the caller, so that no query allocates. */
export interface ClosestPoint {
  /**
   * The triangle: three corners minus the query point [m]. Subtracting the query point first avoids a loss of digits far from the
   * origin. It is an array, since V8 allocates numbers that are passed to a function too large to be inlined.
   */
  readonly triangle: Float64Array;
  /** Closest point minus the query point [m]. */
  x: number;
  y: number;
  z: number;
  /** Squared distance to the query point [m^2]. */
  distanceSquared: number;
  feature: Feature;
  /** Barycentric weights of the first two corners. The third corner's weight is 1 - b0 - b1. */
  b0: number;
  b1: number;
}

/** Creates the numbers as fractions, so that V8 stores them as doubles in place from the start. */
export const createClosestPoint = (): ClosestPoint => ({
  triangle: new Float64Array(9),
  x: 0.5,
  y: 0.5,
  z: 0.5,
  distanceSquared: 0.5,
  feature: FACE,
  b0: 0.5,
  b1: 0.5,
});

/**
 * Finds the point of `closest.triangle` closest to the origin. A flat triangle is treated as its three edges.
 * @param closest the result is written to its other fields
 * @returns the feature that the point lies on
 * Source: the regions of Ericson, Real-Time Collision Detection, 5.1.5.
 */
export function closestPointOnTriangle(closest: ClosestPoint): Feature {
  const { triangle } = closest;
  const ax = triangle[0],
    ay = triangle[1],
    az = triangle[2];
  const bx = triangle[3],
    by = triangle[4],
    bz = triangle[5];
  const cx = triangle[6],
    cy = triangle[7],
    cz = triangle[8];
  const ux = bx - ax,
    uy = by - ay,
    uz = bz - az;
  const vx = cx - ax,
    vy = cy - ay,
    vz = cz - az;
  const uu = ux * ux + uy * uy + uz * uz;
  const uv = ux * vx + uy * vy + uz * vz;
  const vv = vx * vx + vy * vy + vz * vz;
  const nx = uy * vz - uz * vy,
    ny = uz * vx - ux * vz,
    nz = ux * vy - uy * vx;
  const det = nx * nx + ny * ny + nz * nz;
  if (!(det > FLAT * uu * vv)) return closestPointOnEdges(closest, ax, ay, az, bx, by, bz, cx, cy, cz);

  const pu = -(ax * ux + ay * uy + az * uz);
  const pv = -(ax * vx + ay * vy + az * vz);
  if (pu <= 0 && pv <= 0) return writeResult(closest, ax, ay, az, FIRST_CORNER, 1, 0);
  if (pu >= uu && pv - uv <= pu - uu) return writeResult(closest, bx, by, bz, FIRST_CORNER + 1, 0, 1);
  if (pv >= vv && pu - uv <= pv - vv) return writeResult(closest, cx, cy, cz, FIRST_CORNER + 2, 0, 0);

  // c and b are det times the barycentric weights of the corners c and b. They are computed from the normal, since dot products alone
  // lose all digits in thin triangles.
  const wx = az * ny - ay * nz,
    wy = ax * nz - az * nx,
    wz = ay * nx - ax * ny;
  const c = ux * wx + uy * wy + uz * wz;
  if (c <= 0 && pu >= 0 && pu <= uu) {
    const t = pu / uu;
    return writeResult(closest, ax + t * ux, ay + t * uy, az + t * uz, FIRST_EDGE, 1 - t, t);
  }
  const b = -(vx * wx + vy * wy + vz * wz);
  if (b <= 0 && pv >= 0 && pv <= vv) {
    const t = pv / vv;
    return writeResult(closest, ax + t * vx, ay + t * vy, az + t * vz, FIRST_EDGE + 2, 1 - t, 0);
  }
  const alongC = pv - uv - (pu - uu); // (p - b) . (c - b)
  const alongB = pu - uv - (pv - vv); // (p - c) . (b - c)
  if (det - b - c <= 0 && alongC >= 0 && alongB >= 0) {
    const t = alongC / (alongC + alongB);
    return writeResult(closest, bx + t * (cx - bx), by + t * (cy - by), bz + t * (cz - bz), FIRST_EDGE + 1, 0, 1 - t);
  }
  const t = b / det;
  const s = c / det;
  return writeResult(closest, ax + t * ux + s * vx, ay + t * uy + s * vy, az + t * uz + s * vz, FACE, 1 - t - s, t);
}

function writeResult(
  closest: ClosestPoint,
  x: number,
  y: number,
  z: number,
  feature: Feature,
  b0: number,
  b1: number,
): Feature {
  closest.x = x;
  closest.y = y;
  closest.z = z;
  closest.distanceSquared = x * x + y * y + z * z;
  closest.feature = feature;
  closest.b0 = b0;
  closest.b1 = b1;
  return feature;
}

/** Finds the closest point of the three edges, for a flat triangle. */
function closestPointOnEdges(
  closest: ClosestPoint,
  ax: number,
  ay: number,
  az: number,
  bx: number,
  by: number,
  bz: number,
  cx: number,
  cy: number,
  cz: number,
): Feature {
  const t0 = edgeParameter(ax, ay, az, bx, by, bz);
  const t1 = edgeParameter(bx, by, bz, cx, cy, cz);
  const t2 = edgeParameter(cx, cy, cz, ax, ay, az);
  const d0 = squaredAt(ax, ay, az, bx, by, bz, t0);
  const d1 = squaredAt(bx, by, bz, cx, cy, cz, t1);
  const d2 = squaredAt(cx, cy, cz, ax, ay, az, t2);
  if (d0 <= d1 && d0 <= d2)
    return writeResult(
      closest,
      ax + t0 * (bx - ax),
      ay + t0 * (by - ay),
      az + t0 * (bz - az),
      onEdge(0, t0),
      1 - t0,
      t0,
    );
  if (d1 <= d2)
    return writeResult(
      closest,
      bx + t1 * (cx - bx),
      by + t1 * (cy - by),
      bz + t1 * (cz - bz),
      onEdge(1, t1),
      0,
      1 - t1,
    );
  return writeResult(closest, cx + t2 * (ax - cx), cy + t2 * (ay - cy), cz + t2 * (az - cz), onEdge(2, t2), t2, 0);
}

/** Returns the feature at parameter t of the edge between corners k and (k + 1) % 3. */
const onEdge = (k: number, t: number): Feature =>
  t <= 0 ? FIRST_CORNER + k : t >= 1 ? FIRST_CORNER + ((k + 1) % 3) : FIRST_EDGE + k;

/** Returns the parameter, 0 to 1, at which the segment from a to b is closest to the origin; 0 if the segment has no length. */
function edgeParameter(ax: number, ay: number, az: number, bx: number, by: number, bz: number): number {
  const x = bx - ax,
    y = by - ay,
    z = bz - az;
  const squared = x * x + y * y + z * z;
  const t = -(ax * x + ay * y + az * z);
  return t <= 0 || squared === 0 ? 0 : t >= squared ? 1 : t / squared;
}

/** Returns the squared distance from the origin to the point at parameter t of the segment from a to b. */
function squaredAt(ax: number, ay: number, az: number, bx: number, by: number, bz: number, t: number): number {
  const x = ax + t * (bx - ax),
    y = ay + t * (by - ay),
    z = az + t * (bz - az);
  return x * x + y * y + z * z;
}
