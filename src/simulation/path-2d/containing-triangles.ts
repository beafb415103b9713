import { BOUNDARY, NONE } from '../../mesh/topology.ts';
import { INSIDE_MARGIN } from '../state.ts';
import type { TriTopology } from '../../mesh/triangles/tri-topology.ts';
import type { PathBody2d } from './path-body.ts';

/**
 * A boundary vertex, and a triangle that contains it without being incident to it. A vertex on an edge or a vertex between triangles lies in one of them, that
 * with the smallest number; one on the boundary isn't inside.
 */
export interface ContainedVertex2d {
  /** The vertex's body. */
  readonly body: number;
  readonly vertex: number;
  /** The triangle's body. */
  readonly inBody: number;
  readonly triangle: number;
}

/**
 * Finds all contained vertices, from which path queries can be made (`untangle contains`). They are sorted by `body`, then `vertex`,
 * `inBody` and `triangle`, ascending.
 */
export function containedVertices(bodies: readonly PathBody2d[]): ContainedVertex2d[] {
  const sorted = bodies.map(sortByLeft);
  return bodies.flatMap(({ topology, positions }, body) => {
    const found: ContainedVertex2d[] = [];
    for (let vertex = 0; vertex < topology.vertexCount; vertex++) {
      if (topology.vertexSegments[2 * vertex] === NONE) continue;
      const x = positions[2 * vertex];
      const y = positions[2 * vertex + 1];
      bodies.forEach((other, inBody) => {
        const skippedVertex = inBody === body ? vertex : NONE;
        for (const triangle of trianglesAt(other, sorted[inBody], x, y, skippedVertex)) {
          found.push({ body, vertex, inBody, triangle });
        }
      });
    }
    return found;
  });
}

/** Triangles of a body sorted by their left ends. Those that may contain a point are consecutive in this order. */
interface SortedTriangles {
  /** Triangle ids, sorted. */
  readonly order: Uint32Array;
  /** Left end of each triangle of `order`: its smallest x [m]. */
  readonly lefts: Float32Array;
  /** Width of the widest triangle [m]. */
  readonly width: number;
}

function sortByLeft({ topology: { triangles, triangleCount }, positions }: PathBody2d): SortedTriangles {
  const xs = (t: number) => [0, 1, 2].map((k) => positions[2 * triangles[3 * t + k]]);
  const lefts = Float32Array.from({ length: triangleCount }, (_, t) => Math.min(...xs(t)));
  const order = Uint32Array.from(lefts, (_, t) => t).sort((a, b) => lefts[a] - lefts[b] || a - b);
  let width = 0;
  for (let t = 0; t < triangleCount; t++) width = Math.max(width, Math.max(...xs(t)) - lefts[t]);
  return { order, lefts: Float32Array.from(order, (t) => lefts[t]), width };
}

/** Returns the triangles that contain a point, ascending. @param vertex a vertex whose incident triangles are skipped, or NONE */
function trianglesAt(body: PathBody2d, sorted: SortedTriangles, x: number, y: number, vertex: number): number[] {
  const { triangles } = body.topology;
  const found: number[] = [];
  let between = NONE;
  for (let k = firstFrom(sorted.lefts, x - sorted.width); k < sorted.order.length && sorted.lefts[k] <= x; k++) {
    const t = sorted.order[k];
    const isIncident =
      triangles[3 * t] === vertex || triangles[3 * t + 1] === vertex || triangles[3 * t + 2] === vertex;
    if (isIncident || cornersAbove(body, t, x, y, -INSIDE_MARGIN) !== ALL_CORNERS) continue;
    const corners = cornersAbove(body, t, x, y, INSIDE_MARGIN);
    if (corners === ALL_CORNERS) found.push(t);
    else if (!isBoundaryFeature(body.topology, t, corners)) between = Math.min(between, t);
  }
  if (between !== NONE) found.push(between);
  return found.sort((a, b) => a - b);
}

/** All three corners of a triangle, as bits. */
const ALL_CORNERS = 0b111;

/** Tests whether an edge or a vertex of a triangle lies on the boundary. @param corners bit k is set if the triangle's corner k belongs to it */
function isBoundaryFeature(
  { triangles, neighbours, vertexSegments }: TriTopology,
  t: number,
  corners: number,
): boolean {
  const others = [0, 1, 2].filter((k) => (corners & (1 << k)) === 0);
  if (others.length === 1) return neighbours[3 * t + others[0]] >= BOUNDARY;
  const own = [0, 1, 2].find((k) => (corners & (1 << k)) !== 0) ?? 0;
  return vertexSegments[2 * triangles[3 * t + own]] !== NONE;
}

/** Returns the index of the first number that is at least `bound`, in an ascending list; the list's length if there is none. */
function firstFrom(ascending: Float32Array, bound: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ascending[middle] < bound) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Returns the corners of a triangle whose barycentric coordinates at a point exceed a margin, as bits. They are ratios of signed areas, so inverted triangles
 * can contain points as well. A triangle without area has none.
 */
function cornersAbove(
  { topology, positions }: PathBody2d,
  triangle: number,
  x: number,
  y: number,
  margin: number,
): number {
  const [a, b, c] = [0, 1, 2].map((k) => 2 * topology.triangles[3 * triangle + k]);
  const ax = positions[a] - x,
    ay = positions[a + 1] - y;
  const bx = positions[b] - x,
    by = positions[b + 1] - y;
  const cx = positions[c] - x,
    cy = positions[c + 1] - y;
  const bc = bx * cy - by * cx;
  const ca = cx * ay - cy * ax;
  const ab = ax * by - ay * bx;
  const doubledArea = bc + ca + ab;
  const sign = doubledArea < 0 ? -1 : 1;
  if (doubledArea === 0) return 0;
  const least = margin * sign * doubledArea;
  return Number(sign * bc > least) | (Number(sign * ca > least) << 1) | (Number(sign * ab > least) << 2);
}
