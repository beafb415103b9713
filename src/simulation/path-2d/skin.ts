import { NONE } from '../../mesh/topology.ts';
import { POINT_ROUNDING } from '../path/limits.ts';
import { BETWEEN, FIRST_END, type PathScratch2d, type Skin2d } from './scratch.ts';
import type { PathBody2d } from './path-body.ts';

/**
 * A point counts as on or beyond a side of the triangle if its barycentric coordinate for the corner opposite the side is at most this.
 * The limit is about a thousand rounding errors.
 */
const ON_SIDE = 1e-12;

/**
 * Whether the query point p lies on a side of its triangle (on the triangle's skin), outside of the triangle, or so near to a side that
 * rounding could have moved p there. False if p was already moved to the skin.
 */
export function isAtSkin2d(
  skin: Skin2d,
  { topology, positions }: PathBody2d,
  px: number,
  py: number,
  triangle: number,
): boolean {
  if (skin.isMoved) return false;
  const { triangles } = topology;
  const i = 2 * triangles[3 * triangle],
    j = 2 * triangles[3 * triangle + 1],
    k = 2 * triangles[3 * triangle + 2];
  const ax = positions[i] - px,
    ay = positions[i + 1] - py;
  const bx = positions[j] - px,
    by = positions[j + 1] - py;
  const cx = positions[k] - px,
    cy = positions[k + 1] - py;
  const atA = bx * cy - by * cx,
    atB = cx * ay - cy * ax,
    atC = ax * by - ay * bx;
  const toC = Math.abs(cx) + Math.abs(cy);
  skin.reach = POINT_ROUNDING * (Math.abs(px) + Math.abs(py) + toC);
  // The rounding error times an upper bound of any side's length: the sum of p's distances to all corners.
  const least = skin.reach * (Math.abs(ax) + Math.abs(ay) + Math.abs(bx) + Math.abs(by) + toC);
  return !((atA > least && atB > least && atC > least) || (atA < -least && atB < -least && atC < -least));
}

/**
 * Answers a query for which isAtSkin2d is true. Like findAtSkin in path/skin.ts, it moves p to the nearest point of the triangle. If
 * this point lies on the boundary, it is the answer, with depth 0. Otherwise the query is answered for the moved point.
 * @param needsValidPath whether the method answers only with valid paths; then a boundary point of the triangle within rounding error of
 * p is accepted, too
 * @param ask answers the query for the point (x, y) [m] and leaves the answer in `scratch.path`
 */
export function findAtSkin2d(
  scratch: PathScratch2d,
  body: PathBody2d,
  px: number,
  py: number,
  triangle: number,
  vertex: number,
  needsValidPath: boolean,
  ask: (x: number, y: number) => void,
): void {
  const { path, skin } = scratch;
  if (body.topology.triangles.subarray(3 * triangle, 3 * triangle + 3).includes(vertex))
    moveToVertex(skin, body, px, py, vertex);
  else settle2d(skin, body, px, py, triangle);
  const { count, a, x, y } = skin;
  // The query's own vertex is never an answer.
  const segment = count === 0 || (count === 1 && a === vertex) ? NONE : boundarySegment(skin, body);
  if (segment !== NONE) answerAtSkin(scratch, body, segment);
  else {
    skin.isMoved = true;
    ask(px + x, py + y);
    skin.isMoved = false;
    if (needsValidPath) reachBoundary(scratch, body, px + x, py + y, triangle, vertex);
    // The answer is relative to the moved point; make it relative to the caller's p.
    path.x += x;
    path.y += y;
  }
  skin.count = 0;
}

/**
 * Replaces the answer if it is farther from p than the rounding error, while the triangle itself has a point of the body's boundary
 * within the rounding error. The new answer is the nearest such point. This happens at folds (markFolds2d).
 */
function reachBoundary(
  scratch: PathScratch2d,
  body: PathBody2d,
  px: number,
  py: number,
  triangle: number,
  vertex: number,
): void {
  const { path, skin } = scratch;
  if (path.segment !== NONE && path.depthSquared <= skin.reach * skin.reach) return;
  const { triangles, segments, vertexSegments } = body.topology;
  const corners = triangles.subarray(3 * triangle, 3 * triangle + 3);
  if (corners.includes(vertex)) return;
  let least = Infinity;
  for (const v of corners)
    for (const segment of vertexSegments.subarray(2 * v, 2 * v + 2)) {
      if (segment === NONE) continue;
      // The triangle may have the whole boundary segment as a side, or only its vertex v.
      const [i, j] = segments.subarray(2 * segment, 2 * segment + 2);
      const [a, b] = corners.includes(i) && corners.includes(j) ? [i, j] : [v, v];
      least = Math.min(least, approach(skin, body, px, py, a, b, least));
    }
  if (least <= skin.reach * skin.reach) answerAtSkin(scratch, body, boundarySegment(skin, body));
}

/** Writes the point of a triangle nearest to p to `skin`. Its `count` is 0 if p lies inside the triangle. */
export function settle2d(skin: Skin2d, body: PathBody2d, px: number, py: number, triangle: number): void {
  const { positions, topology } = body;
  const corners = topology.triangles.subarray(3 * triangle, 3 * triangle + 3);
  // Twice the signed areas of the triangles that p forms with the three sides.
  const areas = [0, 1, 2].map((k) => {
    const [i, j] = [2 * corners[(k + 1) % 3], 2 * corners[(k + 2) % 3]];
    return (positions[i] - px) * (positions[j + 1] - py) - (positions[i + 1] - py) * (positions[j] - px);
  });
  const doubledArea = areas[0] + areas[1] + areas[2];
  skin.count = 0;
  skin.x = skin.y = 0;
  if (areas.every((area) => area / doubledArea > ON_SIDE)) return;
  let least = Infinity;
  for (let k = 0; k < 3; k++)
    least = Math.min(least, approach(skin, body, px, py, corners[k], corners[(k + 1) % 3], least));
}

/** Writes the query's own vertex to `skin` as the point nearest to p. Rounding may have moved p away from that vertex. */
function moveToVertex(skin: Skin2d, { positions }: PathBody2d, px: number, py: number, vertex: number): void {
  skin.count = 1;
  skin.a = skin.b = vertex;
  skin.share = 0;
  skin.x = positions[2 * vertex] - px;
  skin.y = positions[2 * vertex + 1] - py;
}

/**
 * Finds the point of segment ab nearest to p, and writes it to `skin` if its squared distance from p is less than `least` [m^2].
 * @returns its squared distance from p [m^2]
 */
function approach(
  skin: Skin2d,
  { positions }: PathBody2d,
  px: number,
  py: number,
  a: number,
  b: number,
  least: number,
): number {
  const ax = positions[2 * a] - px,
    ay = positions[2 * a + 1] - py;
  const ex = positions[2 * b] - positions[2 * a],
    ey = positions[2 * b + 1] - positions[2 * a + 1];
  const lengthSquared = ex * ex + ey * ey;
  const t = lengthSquared > 0 ? Math.min(1, Math.max(0, -(ax * ex + ay * ey) / lengthSquared)) : 0;
  const isEnd = t <= ON_SIDE || t >= 1 - ON_SIDE;
  const share = isEnd ? Math.round(t) : t;
  const x = ax + share * ex,
    y = ay + share * ey;
  const squared = x * x + y * y;
  if (!(squared < least)) return squared;
  skin.count = isEnd ? 1 : 2;
  skin.a = share === 1 ? b : a;
  skin.b = isEnd ? skin.a : b;
  skin.share = isEnd ? 0 : share;
  skin.x = x;
  skin.y = y;
  return squared;
}

/** Returns a boundary segment that contains the side or vertex in `skin`, or NONE if that is not on the boundary. */
function boundarySegment(skin: Skin2d, { topology: { segments, vertexSegments } }: PathBody2d): number {
  const { a, b } = skin;
  for (const segment of vertexSegments.subarray(2 * a, 2 * a + 2))
    if (segment !== NONE && (segments[2 * segment] === b || segments[2 * segment + 1] === b)) return segment;
  return NONE;
}

/** Makes the point in `scratch.skin`, which lies on boundary segment `segment`, the answer. Its depth is 0. */
function answerAtSkin(scratch: PathScratch2d, { topology }: PathBody2d, segment: number): void {
  const { path, skin } = scratch;
  const { count, a, share, x, y } = skin;
  const isFirst = topology.segments[2 * segment] === a;
  path.x = x;
  path.y = y;
  path.depthSquared = 0;
  path.segment = segment;
  path.feature = count === 2 ? BETWEEN : isFirst ? FIRST_END : FIRST_END + 1;
  path.t = isFirst ? share : 1 - share;
}
