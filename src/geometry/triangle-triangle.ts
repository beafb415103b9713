import { orient2d, orient3d } from 'robust-predicates';

/**
 * Whether two triangles have a point in common, their borders included. The answer is exact: all decisions are signs of exact
 * predicates (Shewchuk 1997), and degenerate positions count as they are.
 * @param x positions, 3 per vertex    @param a, b offsets in `faces` of the triangles' vertex ids
 */
export function trianglesIntersect(x: Float32Array, faces: Uint32Array, a: number, b: number): boolean {
  const a0 = 3 * faces[a];
  const a1 = 3 * faces[a + 1];
  const a2 = 3 * faces[a + 2];
  const b0 = 3 * faces[b];
  const b1 = 3 * faces[b + 1];
  const b2 = 3 * faces[b + 2];
  // The sides of one triangle's plane on which the other one's corners lie.
  const u0 = side(x, a0, a1, a2, b0);
  const u1 = side(x, a0, a1, a2, b1);
  const u2 = side(x, a0, a1, a2, b2);
  if ((u0 > 0 && u1 > 0 && u2 > 0) || (u0 < 0 && u1 < 0 && u2 < 0)) return false;
  const v0 = side(x, b0, b1, b2, a0);
  const v1 = side(x, b0, b1, b2, a1);
  const v2 = side(x, b0, b1, b2, a2);
  if ((v0 > 0 && v1 > 0 && v2 > 0) || (v0 < 0 && v1 < 0 && v2 < 0)) return false;
  // If two triangles meet, then an edge of one meets the other.
  return (
    edgeMeets(x, b0, b1, u0, u1, a0, a1, a2) ||
    edgeMeets(x, b1, b2, u1, u2, a0, a1, a2) ||
    edgeMeets(x, b2, b0, u2, u0, a0, a1, a2) ||
    edgeMeets(x, a0, a1, v0, v1, b0, b1, b2) ||
    edgeMeets(x, a1, a2, v1, v2, b0, b1, b2) ||
    edgeMeets(x, a2, a0, v2, v0, b0, b1, b2)
  );
}

/** Whether the segment pq, whose ends lie on the sides s and t of the plane of abc, meets the triangle abc. */
function edgeMeets(
  x: Float32Array,
  p: number,
  q: number,
  s: number,
  t: number,
  a: number,
  b: number,
  c: number,
): boolean {
  if ((s > 0 && t > 0) || (s < 0 && t < 0)) return false;
  if (s === 0 && t === 0) return coplanarMeets(x, p, q, a, b, c);
  const ab = side(x, p, q, a, b);
  const bc = side(x, p, q, b, c);
  const ca = side(x, p, q, c, a);
  return (ab >= 0 && bc >= 0 && ca >= 0) || (ab <= 0 && bc <= 0 && ca <= 0);
}

const side = (x: Float32Array, i: number, j: number, k: number, l: number): number =>
  orient3d(x[i], x[i + 1], x[i + 2], x[j], x[j + 1], x[j + 2], x[k], x[k + 1], x[k + 2], x[l], x[l + 1], x[l + 2]);

/** Whether a segment in the plane of a triangle meets it. All points are projected along an axis along which the triangle keeps an area. */
function coplanarMeets(x: Float32Array, p: number, q: number, a: number, b: number, c: number): boolean {
  for (let axis = 0; axis < 3; axis++) {
    const u = (axis + 1) % 3;
    const v = (axis + 2) % 3;
    if (turn(x, u, v, a, b, c) !== 0) return meetsInPlane(x, u, v, p, q, a, b, c);
  }
  // The triangle is a segment: in every projection its points lie on one line.
  for (let axis = 0; axis < 3; axis++)
    if (!meetsInPlane(x, (axis + 1) % 3, (axis + 2) % 3, p, q, a, b, c)) return false;
  return true;
}

const turn = (x: Float32Array, u: number, v: number, i: number, j: number, k: number): number =>
  orient2d(x[i + u], x[i + v], x[j + u], x[j + v], x[k + u], x[k + v]);

function meetsInPlane(
  x: Float32Array,
  u: number,
  v: number,
  p: number,
  q: number,
  a: number,
  b: number,
  c: number,
): boolean {
  return (
    segmentsMeet(x, u, v, p, q, a, b) ||
    segmentsMeet(x, u, v, p, q, b, c) ||
    segmentsMeet(x, u, v, p, q, c, a) ||
    holds(x, u, v, a, b, c, p)
  );
}

/** Whether a triangle in the plane, seen along an axis, holds a point. */
function holds(x: Float32Array, u: number, v: number, a: number, b: number, c: number, p: number): boolean {
  const ab = turn(x, u, v, a, b, p);
  const bc = turn(x, u, v, b, c, p);
  const ca = turn(x, u, v, c, a, p);
  return (ab > 0 && bc > 0 && ca > 0) || (ab < 0 && bc < 0 && ca < 0);
}

function segmentsMeet(x: Float32Array, u: number, v: number, p: number, q: number, r: number, s: number): boolean {
  const pr = turn(x, u, v, p, q, r);
  const ps = turn(x, u, v, p, q, s);
  const rp = turn(x, u, v, r, s, p);
  const rq = turn(x, u, v, r, s, q);
  if (pr === 0 && ps === 0) return rangesMeet(x, u, p, q, r, s) && rangesMeet(x, v, p, q, r, s);
  return !((pr > 0 && ps > 0) || (pr < 0 && ps < 0) || (rp > 0 && rq > 0) || (rp < 0 && rq < 0));
}

const rangesMeet = (x: Float32Array, u: number, p: number, q: number, r: number, s: number): boolean =>
  Math.max(x[p + u], x[q + u]) >= Math.min(x[r + u], x[s + u]) &&
  Math.max(x[r + u], x[s + u]) >= Math.min(x[p + u], x[q + u]);
