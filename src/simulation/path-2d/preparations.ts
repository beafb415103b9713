import { BOUNDARY, NONE } from '../../mesh/topology.ts';
import type { TriTopology } from '../../mesh/triangles/tri-topology.ts';

/**
 * Data of a planar body that the 2D path searches need besides its positions. A PathBody2d (path-body.ts) holds them: first segments,
 * circles around inverted triangles, branched vertices, and folds.
 */

const firstSegmentsOf = new WeakMap<TriTopology, Uint32Array>();

/**
 * Returns a nearby boundary segment (few triangles away) for each triangle. A query looks there for a first path, whose length bounds the
 * rest of the search. The segments are found by a breadth-first search from the boundary inward, in the order of ids, once per topology.
 */
export function firstSegments(topology: TriTopology): Uint32Array {
  let segments = firstSegmentsOf.get(topology);
  if (!segments) {
    segments = spreadFromBoundary(topology);
    firstSegmentsOf.set(topology, segments);
  }
  return segments;
}

function spreadFromBoundary({ triangleCount, segmentCount, segmentTriangles, neighbours }: TriTopology): Uint32Array {
  const segments = new Uint32Array(triangleCount).fill(NONE);
  const queue = new Uint32Array(triangleCount);
  let length = 0;
  for (let segment = 0; segment < segmentCount; segment++) {
    const triangle = segmentTriangles[segment];
    if (segments[triangle] !== NONE) continue;
    segments[triangle] = segment;
    queue[length++] = triangle;
  }
  for (let i = 0; i < length; i++)
    for (let corner = 0; corner < 3; corner++) {
      const next = neighbours[3 * queue[i] + corner];
      // Across a boundary segment there is no neighbour: then `next` is BOUNDARY | segment, which is larger than any triangle's id.
      if (next >= triangleCount || segments[next] !== NONE) continue;
      segments[next] = segments[queue[i]];
      queue[length++] = next;
    }
  return segments;
}

/** Numbers per circle: centre x, y and radius [m]. */
export const CIRCLE_STRIDE = 3;

/**
 * Returns bounding circles of the inverted and flat triangles. A path that may meet such a triangle is not culled, and its traversal
 * follows the path's line in both directions. Most bodies have few such triangles, so each query tests all circles.
 * @param positions [m], 2 per vertex
 */
export function invertedCircles({ triangles }: TriTopology, positions: Float32Array): Float64Array {
  const circles: number[] = [];
  for (let t = 0; t < triangles.length; t += 3) {
    const a = 2 * triangles[t],
      b = 2 * triangles[t + 1],
      c = 2 * triangles[t + 2];
    const x = positions[a],
      y = positions[a + 1];
    const ux = positions[b] - x,
      uy = positions[b + 1] - y,
      vx = positions[c] - x,
      vy = positions[c + 1] - y;
    if (ux * vy - uy * vx > 0) continue;
    const mx = (ux + vx) / 3,
      my = (uy + vy) / 3;
    const squared = Math.max(mx * mx + my * my, (ux - mx) ** 2 + (uy - my) ** 2, (vx - mx) ** 2 + (vy - my) ** 2);
    circles.push(x + mx, y + my, Math.sqrt(squared));
  }
  return Float64Array.from(circles);
}

/** Returns the distance [m] from a point to the nearest circle: 0 if the point lies inside a circle, Infinity if there are no circles. */
export function distanceToInverted(circles: Float64Array, px: number, py: number): number {
  let nearest = Infinity;
  for (let i = 0; i < circles.length; i += CIRCLE_STRIDE) {
    const x = circles[i] - px,
      y = circles[i + 1] - py;
    const distance = Math.sqrt(x * x + y * y) - circles[i + 2];
    if (distance < nearest) nearest = distance;
  }
  return Math.max(0, nearest);
}

/**
 * Finds the branched vertices: inner vertices around which the triangles wind more than once. At a branched vertex the deformation is
 * not locally injective, even if every triangle is positive. Culling is not proved to be right for paths that
 * reach such a vertex (docs/method.md).
 * @param positions [m], 2 per vertex    @returns vertex ids, ascending
 */
export function branchedVertices(topology: TriTopology, positions: Float32Array): Uint32Array {
  const { triangles, vertexCount, vertexSegments } = topology;
  // Each full turn of triangles around a vertex passes the vertex's +x direction once: in one triangle, from below to above.
  const turns = new Uint8Array(vertexCount);
  for (let t = 0; t < triangles.length; t += 3)
    for (let corner = 0; corner < 3; corner++) {
      const v = triangles[t + corner];
      const y = positions[2 * v + 1];
      const isFromBelow = positions[2 * triangles[t + ((corner + 1) % 3)] + 1] < y;
      const isToAbove = positions[2 * triangles[t + ((corner + 2) % 3)] + 1] >= y;
      if (isFromBelow && isToAbove && turns[v] < 2) turns[v]++;
    }
  return Uint32Array.from(turns.keys()).filter((v) => turns[v] > 1 && vertexSegments[2 * v] === NONE);
}

/** Returns the squared distance [m^2] from a point to the nearest of the vertices; Infinity if `vertices` is empty. */
export function squaredDistanceToVertices(
  vertices: Uint32Array,
  positions: Float32Array,
  px: number,
  py: number,
): number {
  let nearest = Infinity;
  for (let i = 0; i < vertices.length; i++) {
    const x = positions[2 * vertices[i]] - px,
      y = positions[2 * vertices[i] + 1] - py;
    nearest = Math.min(nearest, x * x + y * y);
  }
  return nearest;
}

/**
 * An interior angle counts as a fold if it exceeds 2 pi, or falls short of 2 pi by less than an angle whose sine is this. The margin
 * covers rounding: a false fold only disables culling there, which is harmless, but a missed fold could make culling wrong.
 */
export const FOLD_MARGIN = 1e-3;

/**
 * Marks folds: boundary vertices whose interior angle exceeds 2 pi. At a fold the deformation is not locally injective, even if every
 * triangle is positive, and infeasible-region culling would discard right answers. A boundary vertex with an inverted or flat triangle
 * around it is marked as well.
 * @param positions [m], 2 per vertex    @param folded written: 1 or 0 per vertex
 */
export function markFolds2d(topology: TriTopology, positions: Float32Array, folded: Uint32Array): void {
  for (let v = 0; v < topology.vertexCount; v++)
    folded[v] = topology.vertexSegments[2 * v] !== NONE && isFolded(topology, positions, v) ? 1 : 0;
}

/**
 * Whether boundary vertex v is a fold. Visits the triangles around v, starting at one of its boundary segments. If the angle of a later
 * triangle at v contains the direction of that first segment, the sum of the angles exceeds 2 pi.
 */
function isFolded(topology: TriTopology, positions: Float32Array, v: number): boolean {
  const { triangles, neighbours, segments, segmentTriangles, vertexSegments } = topology;
  const startSegment = vertexSegments[2 * v + 1];
  const x = positions[2 * v],
    y = positions[2 * v + 1];
  const first = 2 * segments[2 * startSegment + 1];
  const firstX = positions[first] - x,
    firstY = positions[first + 1] - y;
  let fromX = firstX,
    fromY = firstY;
  for (let t = segmentTriangles[startSegment]; ; ) {
    const corner = triangles[3 * t] === v ? 0 : triangles[3 * t + 1] === v ? 1 : 2;
    const to = 2 * triangles[3 * t + ((corner + 2) % 3)];
    const toX = positions[to] - x,
      toY = positions[to + 1] - y;
    if (!(fromX * toY - fromY * toX > 0)) return true; // an inverted or flat triangle
    const fromFirst = fromX * firstY - fromY * firstX;
    const toLast = firstX * toY - firstY * toX;
    const scale = Math.sqrt((firstX * firstX + firstY * firstY) * (toX * toX + toY * toY));
    // The first triangle's angle begins at the first segment, so its `fromFirst` is 0. It must not count.
    const isFirst = t === segmentTriangles[startSegment];
    if (!isFirst && fromFirst >= 0 && toLast > -FOLD_MARGIN * scale) return true;
    const next = neighbours[3 * t + ((corner + 1) % 3)];
    if (next & BOUNDARY) return false;
    t = next;
    fromX = toX;
    fromY = toY;
  }
}
