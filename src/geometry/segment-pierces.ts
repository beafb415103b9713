import { orient3d } from 'robust-predicates';

/**
 * Returns true if segment pq crosses the interior of triangle abc, with p and q strictly on opposite sides of the triangle. The answer is
 * exact for the float32 positions.
 * @param x positions, 3 per vertex    @param p, q, a, b, c vertex ids
 */
export function segmentPierces(x: Float32Array, p: number, q: number, a: number, b: number, c: number): boolean {
  const sideP = orientation(x, a, b, c, p);
  if (sideP === 0) return false;
  const sideQ = orientation(x, a, b, c, q);
  if (sideP > 0 ? sideQ >= 0 : sideQ <= 0) return false;
  // The line pq passes through the interior if it has the triangle's three edges on the same side.
  const side = orientation(x, p, q, a, b);
  if (side === 0) return false;
  return side > 0
    ? orientation(x, p, q, b, c) > 0 && orientation(x, p, q, c, a) > 0
    : orientation(x, p, q, b, c) < 0 && orientation(x, p, q, c, a) < 0;
}

/**
 * Returns true if a point lies strictly inside a tetrahedron of either orientation. The answer is exact for the float32 positions.
 * @param p, a, b, c, d vertex ids
 */
export function vertexIsInside(x: Float32Array, p: number, a: number, b: number, c: number, d: number): boolean {
  const side = orientation(x, a, b, c, p);
  if (side === 0) return false;
  const sign = side > 0 ? 1 : -1;
  return (
    sign * orientation(x, a, c, d, p) > 0 &&
    sign * orientation(x, a, d, b, p) > 0 &&
    sign * orientation(x, b, d, c, p) > 0
  );
}

/**
 * Returns the corners of a tetrahedron on whose side a point is strictly, as seen from the opposite face, if the tetrahedron contains the point in its inside
 * or on its surface: bit 0 for a, bit 3 for d. All four bits are set if the point is inside, three on a face, two on an edge. The answer is exact for the
 * float32 positions, for a tetrahedron of either orientation. It is 0 if the point is outside, the tetrahedron flat, or a
 * coordinate not finite.
 * @param x positions, 3 per vertex    @param a, b, c, d vertex ids    @param px, py, pz the point, float32 numbers
 */
export function cornersAround(
  x: Float32Array,
  a: number,
  b: number,
  c: number,
  d: number,
  px: number,
  py: number,
  pz: number,
): number {
  // The volumes of the tetrahedra that have the point in place of one corner. They add up to the tetrahedron's own, so it contains the point if none of
  // them has another's opposite sign; if the tetrahedron is flat, all are 0 or two have opposite signs.
  const atA = volumeTo(x, b, d, c, px, py, pz);
  const atB = volumeTo(x, a, c, d, px, py, pz);
  if (atA * atB < 0) return 0;
  const atC = volumeTo(x, a, d, b, px, py, pz);
  if (atA * atC < 0 || atB * atC < 0) return 0;
  const atD = volumeTo(x, a, b, c, px, py, pz);
  if (atA * atD < 0 || atB * atD < 0 || atC * atD < 0) return 0;
  // A coordinate isn't finite.
  if (Number.isNaN(atA + atB + atC + atD)) return 0;
  return Number(atA !== 0) | (Number(atB !== 0) << 1) | (Number(atC !== 0) << 2) | (Number(atD !== 0) << 3);
}

/** Returns the sign (-1, 0 or 1) of the volume of the tetrahedron of three vertices and a point. It is exact. */
const volumeTo = (x: Float32Array, i: number, j: number, k: number, px: number, py: number, pz: number): number =>
  Math.sign(
    orient3d(
      x[3 * i],
      x[3 * i + 1],
      x[3 * i + 2],
      x[3 * j],
      x[3 * j + 1],
      x[3 * j + 2],
      x[3 * k],
      x[3 * k + 1],
      x[3 * k + 2],
      px,
      py,
      pz,
    ),
  );

/** Returns a number whose sign is exactly that of the signed volume of the tetrahedron i, j, k, l (orient3d). */
function orientation(x: Float32Array, i: number, j: number, k: number, l: number): number {
  const a = 3 * i;
  const b = 3 * j;
  const c = 3 * k;
  const d = 3 * l;
  return orient3d(
    x[a],
    x[a + 1],
    x[a + 2],
    x[b],
    x[b + 1],
    x[b + 2],
    x[c],
    x[c + 1],
    x[c + 2],
    x[d],
    x[d + 1],
    x[d + 2],
  );
}
