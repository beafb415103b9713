import { orient2d } from 'robust-predicates';

/** Vertex ids of an edge's ends. */
export type Edge = readonly [a: number, b: number];

/**
 * Returns a number with the sign, exact, of twice the area of a triangle in the plane: above 0 if a, b, c are counter-clockwise.
 * @param x 2 coordinates per vertex
 */
export const turn = (x: ArrayLike<number>, a: number, b: number, c: number): number =>
  -orient2d(x[2 * a], x[2 * a + 1], x[2 * b], x[2 * b + 1], x[2 * c], x[2 * c + 1]);

/**
 * Checks that edges can be those of one triangulation. The tests are exact.
 * @param x 2 coordinates per vertex
 * @throws Error with ids if a coordinate isn't finite, if two vertices are at the same place, if an edge has an end that doesn't exist,
 *   if a vertex is on an edge, or if two edges cross
 */
export function checkEdges(x: Float64Array, edges: readonly Edge[]): void {
  const vertexCount = x.length / 2;
  const bad = x.findIndex((value) => !Number.isFinite(value));
  if (bad >= 0) throw new Error(`Vertex ${bad >> 1} has the coordinate ${x[bad]}, expected a finite number`);
  for (const edge of edges) {
    const missing = edge.find((v) => !(v < vertexCount));
    if (missing !== undefined) throw new Error(`An edge has vertex ${missing}, expected ids below ${vertexCount}`);
    if (edge[0] === edge[1]) throw new Error(`An edge has vertex ${edge[0]} at both ends, expected two vertices`);
  }
  const byX = Array.from({ length: vertexCount }, (_, v) => v).sort(
    (a, b) => x[2 * a] - x[2 * b] || x[2 * a + 1] - x[2 * b + 1] || a - b,
  );
  byX.slice(1).forEach((b, i) => {
    const a = byX[i];
    if (x[2 * a] === x[2 * b] && x[2 * a + 1] === x[2 * b + 1])
      throw new Error(`Vertices ${a} and ${b} are both at (${x[2 * a]}, ${x[2 * a + 1]}), expected different places`);
  });
  checkVertices(x, edges, byX);
  checkCrossings(x, edges);
}

/** Least and greatest coordinate of an edge along an axis. */
const low = (x: Float64Array, [a, b]: Edge, axis: number): number => Math.min(x[2 * a + axis], x[2 * b + axis]);
const high = (x: Float64Array, [a, b]: Edge, axis: number): number => Math.max(x[2 * a + axis], x[2 * b + axis]);

/** @param byX vertex ids by ascending x @throws Error if a vertex is on an edge */
function checkVertices(x: Float64Array, edges: readonly Edge[], byX: readonly number[]): void {
  for (const edge of edges) {
    const [a, b] = edge;
    let first = 0;
    for (let end = byX.length; first < end; ) {
      const middle = (first + end) >> 1;
      if (x[2 * byX[middle]] < low(x, edge, 0)) first = middle + 1;
      else end = middle;
    }
    for (let i = first; i < byX.length && x[2 * byX[i]] <= high(x, edge, 0); i++) {
      const v = byX[i];
      const isBeside = x[2 * v + 1] < low(x, edge, 1) || x[2 * v + 1] > high(x, edge, 1);
      if (v === a || v === b || isBeside || turn(x, a, b, v) !== 0) continue;
      throw new Error(`Vertex ${v} is on the edge from vertex ${a} to ${b}, expected none between its ends`);
    }
  }
}

/** @throws Error if two edges cross; no vertex is on an edge */
function checkCrossings(x: Float64Array, edges: readonly Edge[]): void {
  const sorted = [...edges].sort((e, f) => low(x, e, 0) - low(x, f, 0));
  sorted.forEach((e, i) => {
    for (let j = i + 1; j < sorted.length && low(x, sorted[j], 0) <= high(x, e, 0); j++) {
      const f = sorted[j];
      if (low(x, f, 1) > high(x, e, 1) || high(x, f, 1) < low(x, e, 1) || e.some((v) => f.includes(v))) continue;
      const isSplit = (c: Edge, d: Edge) => turn(x, ...c, d[0]) > 0 !== turn(x, ...c, d[1]) > 0;
      if (isSplit(e, f) && isSplit(f, e))
        throw new Error(`The edges from vertex ${e[0]} to ${e[1]} and from ${f[0]} to ${f[1]} cross, expected none`);
    }
  });
}
