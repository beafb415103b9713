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
