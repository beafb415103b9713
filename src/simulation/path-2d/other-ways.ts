import { NONE } from '../../mesh/topology.ts';
import { acceptClosest, comesBefore } from './candidate.ts';
import { closestOnSegment } from './segments.ts';
import { BETWEEN, FIRST_END, type PathScratch2d, type Skin2d } from './scratch.ts';
import type { PathBody2d } from './path-body.ts';
import { findAtSkin2d, isAtSkin2d } from './skin.ts';

/**
 * Finds the Euclidean closest boundary point, even if no valid path leads there. Serves for comparison: if a body intersects itself,
 * this point is often the wrong answer (Chen et al. 2023, Figure 15a). Tests all segments. Parameters as for findShortestPath2d.
 * @returns nothing; the answer is left in `scratch.path`
 */
export function findEuclideanPath2d(
  scratch: PathScratch2d,
  body: PathBody2d,
  px: number,
  py: number,
  triangle: number,
  vertex: number,
): void {
  const { skin } = scratch;
  if (isAtSkin2d(skin, body, px, py, triangle))
    findAtSkin2d(scratch, body, px, py, triangle, vertex, false, (x, y) => findNearest(scratch, body, x, y, vertex));
  else findNearest(scratch, body, px, py, vertex);
}

/** Makes the boundary point nearest to (px, py) the answer, except the vertex `vertex`. Tests all segments. */
function findNearest(scratch: PathScratch2d, body: PathBody2d, px: number, py: number, vertex: number): void {
  const { closest, path } = scratch;
  const { segments, segmentCount } = body.topology;
  path.segment = NONE;
  path.depthSquared = Infinity;
  for (let segment = 0; segment < segmentCount; segment++) {
    closestOnSegment(scratch, body, segment, px, py);
    const { x, y, distanceSquared, feature } = closest;
    if (feature !== BETWEEN && segments[2 * segment + feature - FIRST_END] === vertex) continue;
    if (distanceSquared < path.depthSquared || (distanceSquared === path.depthSquared && comesBefore(path, x, y)))
      acceptClosest(scratch, segment);
  }
}

/**
 * Maps p to the rest shape, finds the boundary point closest to p there, and maps that boundary point back to the deformed body. Serves
 * for comparison: if the body is strongly deformed, the result is too far away (Chen et al. 2023, Figures 22c and 23).
 * @param rest the same body in its rest shape
 * @param px, py p, the query point in the deformed body [m]
 * @param triangle a triangle that contains p in the deformed body
 * @param vertex as for findShortestPath2d
 * @returns nothing; the answer is left in `scratch.path`: the offset in the deformed body from p to that boundary point
 */
export function findRestShapePath2d(
  scratch: PathScratch2d,
  body: PathBody2d,
  rest: PathBody2d,
  px: number,
  py: number,
  triangle: number,
  vertex: number,
): void {
  const { path, skin } = scratch;
  if (isAtSkin2d(skin, body, px, py, triangle)) {
    findAtSkin2d(scratch, body, px, py, triangle, vertex, false, (x, y) =>
      findRestShapePath2d(scratch, body, rest, x, y, triangle, vertex),
    );
    return;
  }
  const [x, y] = skin.count > 0 ? mapSkinPoint(skin, rest) : mapPoint(body, rest, px, py, triangle);
  findNearest(scratch, rest, x, y, vertex);
  if (path.segment === NONE) return;
  const { positions, topology } = body;
  const i = 2 * topology.segments[2 * path.segment];
  const j = 2 * topology.segments[2 * path.segment + 1];
  path.x = positions[i] + path.t * (positions[j] - positions[i]) - px;
  path.y = positions[i + 1] + path.t * (positions[j + 1] - positions[i + 1]) - py;
  path.depthSquared = path.x * path.x + path.y * path.y;
}

/**
 * Maps the point in `scratch.skin` to the rest shape by its weights on the side or vertex that it lies on. These weights exist even if
 * the triangle is flat, unlike the triangle's barycentric coordinates.
 */
function mapSkinPoint(skin: Skin2d, { positions }: PathBody2d): [x: number, y: number] {
  const { a, b, share } = skin;
  const at = (axis: number) => (1 - share) * positions[2 * a + axis] + share * positions[2 * b + axis];
  return [at(0), at(1)];
}

/** Maps a point of a triangle from one shape of a body to another. If the triangle is flat, the result is its first corner. */
function mapPoint(from: PathBody2d, to: PathBody2d, px: number, py: number, triangle: number): [x: number, y: number] {
  const { triangles } = from.topology;
  const [a, b, c] = [0, 1, 2].map((k) => 2 * triangles[3 * triangle + k]);
  const { positions: source } = from;
  const { positions: target } = to;
  const ux = source[b] - source[a],
    uy = source[b + 1] - source[a + 1],
    vx = source[c] - source[a],
    vy = source[c + 1] - source[a + 1];
  const area = ux * vy - uy * vx;
  const x = px - source[a],
    y = py - source[a + 1];
  const s = area === 0 ? 0 : (x * vy - y * vx) / area;
  const t = area === 0 ? 0 : (ux * y - uy * x) / area;
  return [
    target[a] + s * (target[b] - target[a]) + t * (target[c] - target[a]),
    target[a + 1] + s * (target[b + 1] - target[a + 1]) + t * (target[c + 1] - target[a + 1]),
  ];
}
