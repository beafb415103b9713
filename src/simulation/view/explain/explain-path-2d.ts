import { BOUNDARY, NONE } from '../../../mesh/topology.ts';
import type { TriTopology } from '../../../mesh/triangles/tri-topology.ts';
import {
  chainTo,
  combine,
  type Crossing,
  distanceBetween,
  type Explanation,
  type Foot,
  judgeInOrder,
  judgementOf,
  type Judgement,
  type Point,
  type Spot,
} from './explanation.ts';
import { VALID } from '../../path/limits.ts';
import { beginQuery2d, trySegment } from '../../path-2d/candidate.ts';
import { BETWEEN, FIRST_END, PATH_OPTIONS_2D, type PathScratch2d } from '../../path-2d/scratch.ts';
import { closestOnSegment } from '../../path-2d/segments.ts';
import { findRestShapePath2d } from '../../path-2d/other-ways.ts';
import { createPathBody2d, type PathBody2d } from '../../path-2d/path-body.ts';
import { settle2d } from '../../path-2d/skin.ts';
import { traverseMarked2d } from '../../path-2d/traversal.ts';

/** A planar body whose positions do not change while queries are explained: in its deformed shape and in its rest shape. */
export interface StillBody2d {
  readonly now: PathBody2d;
  readonly rest: PathBody2d;
}

/** Maximum number of rejected candidates listed. */
const MAX_LISTED = 400;
/**
 * A ray runs from the query point p to a boundary point s. If the ray leaves the mesh at a distance from p of at least this share of the
 * distance of s, it leaves at s, up to rounding.
 */
const AT_THE_END = 1 - 1e-9;

/** Makes a body for explaining queries. @param positions, restPositions [m], 2 per vertex */
export const stillBody2d = (
  topology: TriTopology,
  positions: Float32Array,
  restPositions: Float32Array,
): StillBody2d => ({ now: createPathBody2d(topology, positions), rest: createPathBody2d(topology, restPositions) });

/**
 * Explains one query in the plane, as explainPath does in 3D: tries the point of every boundary segment closest to p, near first, until
 * a valid path leads to one.
 * @param scratch its last answer is overwritten
 * @param point p [m], a point of `triangle`
 * @param vertex p's vertex if p is a vertex of this body, else undefined
 */
export function explainPath2d(
  scratch: PathScratch2d,
  body: StillBody2d,
  point: Point,
  triangle: number,
  vertex: number | undefined,
): Explanation {
  const { skin } = scratch;
  settle2d(skin, body.now, point[0], point[1], triangle);
  const explained = explainSettled(scratch, body, [point[0] + skin.x, point[1] + skin.y], triangle, vertex);
  skin.count = 0; // the next query must not begin at this query's side or vertex
  return explained;
}

/** Explains a query whose point lies inside its triangle or was moved to one of the triangle's sides. */
function explainSettled(
  scratch: PathScratch2d,
  { now, rest }: StillBody2d,
  point: Point,
  triangle: number,
  vertex: number | undefined,
): Explanation {
  const { path } = scratch;
  const [x, y] = point;
  const spots = spotsOf(scratch, now, point);
  beginQuery2d(scratch, now, x, y, triangle, vertex ?? NONE, PATH_OPTIONS_2D.culling);
  const judged = judgeInOrder(spots, MAX_LISTED, (spot) => {
    const result = trySegment(scratch, now, spot.face, x, y, PATH_OPTIONS_2D);
    return judgementOf(result, () => traceRay2d(scratch, now, point, triangle, spot));
  });
  const restPoint = mapPointToShape(now, rest, triangle, point);
  findRestShapePath2d(scratch, now, rest, x, y, triangle, vertex ?? NONE);
  const restShape = path.segment === NONE ? undefined : footOf(path.segment, path.t, [x + path.x, y + path.y], point);
  const toRestShape = restShape && traceRay2d(scratch, now, point, triangle, restShape);
  return {
    ...judged,
    point,
    element: triangle,
    vertex,
    restPoint,
    restShape: restShape && toRestShape && { ...restShape, ...toRestShape },
  };
}

/**
 * Returns the path method's verdict on a boundary vertex, as if nothing nearer had been tried before; undefined if the vertex is not the
 * point closest to p of one of its two segments, so that it is no candidate.
 * @param point p [m], a point of `triangle`
 */
export function judgeVertex2d(
  scratch: PathScratch2d,
  { now }: StillBody2d,
  point: Point,
  triangle: number,
  vertex: number,
): Judgement | undefined {
  const [x, y] = point;
  const spot = spotsOf(scratch, now, point).find(({ key }) => key === keyOfVertex(vertex));
  if (!spot) return undefined;
  beginQuery2d(scratch, now, x, y, triangle, NONE, PATH_OPTIONS_2D.culling);
  const result = trySegment(scratch, now, spot.face, x, y, PATH_OPTIONS_2D);
  return judgementOf(result, () => traceRay2d(scratch, now, point, triangle, spot));
}

/** Keys of segments are even, keys of vertices odd. */
const keyOfVertex = (vertex: number) => 2 * vertex + 1;

/** Returns the point closest to p of each boundary segment. */
function spotsOf(scratch: PathScratch2d, body: PathBody2d, p: Point): Spot[] {
  const { closest } = scratch;
  const { segments, segmentCount } = body.topology;
  return Array.from({ length: segmentCount }, (_, segment) => {
    closestOnSegment(scratch, body, segment, p[0], p[1]);
    const { x, y, feature, t } = closest;
    const corner = feature === BETWEEN ? undefined : segments[2 * segment + feature - FIRST_END];
    return {
      ...footOf(segment, t, [p[0] + x, p[1] + y], p),
      key: corner === undefined ? 2 * segment : keyOfVertex(corner),
    };
  });
}

/** Describes a boundary point. @param t the point's position along the segment, 0 to 1    @param p the query point [m] */
const footOf = (segment: number, t: number, point: Point, p: Point): Foot => ({
  point,
  face: segment,
  weights: [1 - t, t],
  distance: distanceBetween(point, p),
});

/** Returns the boundary point at position t (0 to 1) along a segment, as a target for a ray from p. */
export function boundaryPoint({ topology, positions }: PathBody2d, segment: number, t: number, p: Point): Foot {
  const [a, b] = topology.segments.subarray(2 * segment, 2 * segment + 2);
  return footOf(segment, t, combine([pointOf(positions, a), pointOf(positions, b)], [1 - t, t]), p);
}

/**
 * Returns the triangles that a ray from p crosses until it reaches a triangle that contains s. If it reaches none, returns those that it
 * crosses until it leaves the mesh. Near inverted triangles the ray may run backward (Chen et al. 2023, section 3.5).
 */
export function traceRay2d(
  scratch: PathScratch2d,
  body: PathBody2d,
  p: Point,
  triangle: number,
  s: Foot,
): Crossing & { reached: boolean } {
  const { target } = scratch;
  const { segments, segmentTriangles } = body.topology;
  const [x, y] = s.point.map((c, k) => c - p[k]);
  const end = s.weights.indexOf(1);
  target.triangle = segmentTriangles[s.face];
  target.vertex = end < 0 ? NONE : segments[2 * s.face + end];
  const walk = (bothWays: boolean) => {
    const cameFrom = new Map<number, number>();
    let last = triangle;
    const visit = (next: number, from: number) => {
      cameFrom.set(next, from);
      last = next;
    };
    const reached = traverseMarked2d(scratch, body, p[0], p[1], triangle, x, y, bothWays, visit) === VALID;
    return { reached, last, cameFrom };
  };
  // Follow the segment from p to s. If it does not reach s, and the body has inverted triangles, follow the whole line through p and s:
  // beyond inverted triangles the line may come back to s.
  const onSegment = walk(false);
  const onLine = onSegment.reached || body.inverted.length === 0 ? onSegment : walk(true);
  if (onLine.reached) return { elements: chainTo(onLine.cameFrom, onLine.last), reached: true };
  const farthest = farthestExit(body, onSegment.cameFrom.keys(), p, s.point);
  if (!farthest) return { elements: chainTo(onSegment.cameFrom, onSegment.last), reached: false };
  return { elements: chainTo(onSegment.cameFrom, farthest.triangle), exit: farthest.exit, reached: false };
}

/** Finds the last point where the segment from p to s leaves the mesh before it reaches s, and the triangle that it leaves there. */
function farthestExit({ topology, positions }: PathBody2d, visited: Iterable<number>, p: Point, s: Point) {
  let found: { triangle: number; exit: Point } | undefined;
  let farthest = 0;
  for (const triangle of visited)
    for (let corner = 0; corner < 3; corner++) {
      if (!(topology.neighbours[3 * triangle + corner] & BOUNDARY)) continue;
      const [a, b] = [1, 2].map((k) => pointOf(positions, topology.triangles[3 * triangle + ((corner + k) % 3)]));
      const t = crossingShare(p, s, a, b);
      if (t === undefined || !(t > farthest && t < AT_THE_END)) continue;
      farthest = t;
      found = { triangle, exit: combine([p, s], [1 - t, t]) };
    }
  return found;
}

/** Returns the position along segment ps, from 0 at p to 1 at s, where segment ab crosses it; undefined if the segments do not cross. */
function crossingShare(p: Point, s: Point, a: Point, b: Point): number | undefined {
  const t = lineShare(p, s, a, b);
  const u = lineShare(a, b, p, s);
  return t >= 0 && t <= 1 && u >= 0 && u <= 1 ? t : undefined;
}

/** Returns where the line through p and s meets the line through a and b: 0 at p, 1 at s, below 0 or above 1 beyond these points. */
export function lineShare(p: Point, s: Point, a: Point, b: Point): number {
  const [dx, dy] = [s[0] - p[0], s[1] - p[1]];
  const [ex, ey] = [b[0] - a[0], b[1] - a[1]];
  return ((a[0] - p[0]) * ey - (a[1] - p[1]) * ex) / (dx * ey - dy * ex);
}

export const pointOf = (positions: Float32Array, v: number): number[] => [positions[2 * v], positions[2 * v + 1]];

/** Returns the barycentric weights of a point in a triangle. If the triangle has no area, returns the centroid's weights. */
export function weightsIn({ topology, positions }: PathBody2d, triangle: number, [x, y]: Point): number[] {
  const [a, b, c] = [0, 1, 2].map((k) => pointOf(positions, topology.triangles[3 * triangle + k]));
  const area = (p: Point, q: Point, r: Point) => (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
  const total = area(a, b, c);
  if (total === 0) return [1 / 3, 1 / 3, 1 / 3];
  const at: Point = [x, y];
  return [area(at, b, c) / total, area(a, at, c) / total, area(a, b, at) / total];
}

/** Maps a point of a triangle from one shape of a body to another. */
export function mapPointToShape(from: PathBody2d, to: PathBody2d, triangle: number, point: Point): number[] {
  const corners = [0, 1, 2].map((k) => pointOf(to.positions, to.topology.triangles[3 * triangle + k]));
  return combine(corners, weightsIn(from, triangle, point));
}
