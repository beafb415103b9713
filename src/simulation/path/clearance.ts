import { determinant } from '../../geometry/tetrahedron.ts';
import { INDEX_MASK } from '../../bvh/tree.ts';
import { buildBallGrid, cubeHash } from './ball-grid.ts';
import { addBall, BLOCK, boxBalls, distanceToBalls, squaredDistanceToBlock } from './balls.ts';
import type { BranchedEdges, PathBody } from './path-body.ts';
import type { Clearance, Clearances, CoverScratch } from './scratch.ts';
import { wheelsOf } from '../../mesh/wheels.ts';

/**
 * Returns the squared distance [m^2] from the query point p to the nearest obstacle: an inverted element or a branched edge. Culling is
 * only proved for candidates that are nearer to p than all obstacles. Infinity if no obstacle is nearer than `radius` [m].
 */
type FindNearest = (body: PathBody, px: number, py: number, pz: number, radius: number) => number;

const squaredDistanceToInverted: FindNearest = (body, px, py, pz, radius) =>
  distanceToBalls(body.inverted, px, py, pz, radius) ** 2;

/**
 * Ratio of the radius of a search for obstacles to the distance from p of the candidate that caused it. Most later candidates are within
 * this radius, and need no new search.
 */
const RADIUS_RATIO = 1.5;

/** Clears the distances to obstacles that the last query found. */
export function resetClearance({ inverted, branched }: Clearances): void {
  inverted.squared = branched.squared = Infinity;
  inverted.radiusSquared = branched.radiusSquared = 0;
}

/** Tests whether all inverted elements are farther from p than a distance. @param squared the distance, squared [m^2] */
export const isClearOfInverted = (
  { inverted }: Clearances,
  body: PathBody,
  px: number,
  py: number,
  pz: number,
  squared: number,
): boolean => isClear(inverted, squaredDistanceToInverted, body, px, py, pz, squared);

/** Tests whether all branched edges are farther from p than a distance. @param squared the distance, squared [m^2] */
export const isClearOfBranched = (
  { branched }: Clearances,
  body: PathBody,
  px: number,
  py: number,
  pz: number,
  squared: number,
): boolean => isClear(branched, squaredDistanceToBranched, body, px, py, pz, squared);

function isClear(
  nearest: Clearance,
  findNearest: FindNearest,
  body: PathBody,
  px: number,
  py: number,
  pz: number,
  squared: number,
): boolean {
  if (squared >= nearest.radiusSquared && nearest.squared === Infinity) {
    const radius = RADIUS_RATIO * Math.sqrt(squared);
    nearest.radiusSquared = radius * radius;
    nearest.squared = findNearest(body, px, py, pz, radius);
  }
  return squared < nearest.squared;
}

/**
 * An element counts as flat if six times its volume, divided by the product of the lengths of three edges, is at most 1e-13. This limit is
 * a hundred times the rounding error, so a flat element is never taken for a positive one. The constant is the limit's square.
 */
const FLAT_VOLUME_SQUARED = 1e-26;

/** Minimum barycentric coordinate of a point that counts as in an element, faces included. Below 0 because of rounding. */
const MIN_BARYCENTRIC = -1e-9;

/**
 * Lists the inverted elements of a body, with a bounding ball of each, once per pass. Only inverted elements make the lifted line differ
 * from the segment from p to s: it can run past s and come back only through an inverted element that covers s, and it can leave p in
 * the direction away from s and come back only through one that covers p (docs/method.md).
 */
export function findInverted(body: PathBody): void {
  const { inverted, topology, positions, vertexBase, passes } = body;
  if (inverted.pass === passes[0]) return;
  inverted.pass = passes[0];
  inverted.count = 0;
  const { tets, tetCount } = topology;
  for (let tet = 0; tet < tetCount; tet++) if (isInverted(tets, positions, vertexBase, tet)) addInverted(body, tet);
  boxBalls(inverted);
}

/** Tests whether an element is inverted, or flat up to rounding. */
export function isInverted(tets: Uint32Array, positions: Float32Array, vertexBase: number, tet: number): boolean {
  const t = (tet << 2) & INDEX_MASK;
  const a = (3 * ((vertexBase + tets[t]) | 0)) & INDEX_MASK;
  const b = (3 * ((vertexBase + tets[t + 1]) | 0)) & INDEX_MASK;
  const c = (3 * ((vertexBase + tets[t + 2]) | 0)) & INDEX_MASK;
  const d = (3 * ((vertexBase + tets[t + 3]) | 0)) & INDEX_MASK;
  const ax = positions[a],
    ay = positions[a + 1],
    az = positions[a + 2];
  const ux = positions[b] - ax,
    uy = positions[b + 1] - ay,
    uz = positions[b + 2] - az;
  const vx = positions[c] - ax,
    vy = positions[c + 1] - ay,
    vz = positions[c + 2] - az;
  const wx = positions[d] - ax,
    wy = positions[d + 1] - ay,
    wz = positions[d + 2] - az;
  const volume = ux * (vy * wz - vz * wy) + uy * (vz * wx - vx * wz) + uz * (vx * wy - vy * wx);
  const scale =
    (ux * ux + uy * uy + uz * uz) * (vx * vx + vy * vy + vz * vz) * (wx * wx + wy * wy + wz * wz) * FLAT_VOLUME_SQUARED;
  return !(volume > 0 && volume * volume > scale);
}

/**
 * Slack of isCovered for a boundary point s, which may lie on a face of the element that covers it. If this element is nearly flat,
 * rounding puts s on either side of the face. The slack is a million times the rounding error of the volumes that are compared. If a point
 * counts as covered although it isn't, this costs a walk and no error.
 */
export const BOUNDARY_SLACK = 1e-9;

/**
 * Tests whether an inverted element covers a point.
 * @param slack greatest volume between the point and a face, relative to the cubed diameter of the element's bounding ball, with which
 *   the point counts as on the face. 0: only MIN_BARYCENTRIC decides
 */
export function isCovered(
  scratch: CoverScratch,
  body: PathBody,
  px: number,
  py: number,
  pz: number,
  slack: number,
): boolean {
  const { inverted } = body;
  if (inverted.count === 0) return false;
  if (inverted.gridPass !== inverted.pass) {
    buildBallGrid(inverted.grid, inverted);
    inverted.gridPass = inverted.pass;
  }
  const { balls, grid, tets } = inverted;
  const { items, offsets, scale, mask } = grid;
  const hash = cubeHash(scale * px, scale * py, scale * pz, mask);
  for (let k = offsets[hash]; k < offsets[hash + 1]; k++) {
    const at = (items[k] << 2) & INDEX_MASK;
    const x = balls[at] - px,
      y = balls[at + 1] - py,
      z = balls[at + 2] - pz;
    const size = balls[at + 3];
    if (x * x + y * y + z * z > size * size) continue;
    if (contains(scratch, body, tets[items[k]], px, py, pz, slack * (2 * size) ** 3)) return true;
  }
  return false;
}

/**
 * Tests whether an element contains a point, up to rounding; its faces belong to it. A flat element counts as containing every point near
 * it, since rounding errors leave this undecided.
 * @param volumeSlack greatest magnitude of six times the volume between the point and a face [m^3], with which the point counts as on it
 */
function contains(
  scratch: CoverScratch,
  { topology, positions, vertexBase }: PathBody,
  tet: number,
  px: number,
  py: number,
  pz: number,
  volumeSlack: number,
): boolean {
  const { corners } = scratch;
  for (let i = 0; i < 4; i++) {
    const v = 3 * (vertexBase + topology.tets[4 * tet + i]);
    corners[3 * i] = positions[v] - px;
    corners[3 * i + 1] = positions[v + 1] - py;
    corners[3 * i + 2] = positions[v + 2] - pz;
  }
  const a = determinant(corners, 3, 6, 9);
  const b = -determinant(corners, 0, 6, 9);
  const c = determinant(corners, 0, 3, 9);
  const d = -determinant(corners, 0, 3, 6);
  const whole = a + b + c + d;
  if (isFlat(scratch, whole)) return true;
  return (
    (a / whole >= MIN_BARYCENTRIC || Math.abs(a) <= volumeSlack) &&
    (b / whole >= MIN_BARYCENTRIC || Math.abs(b) <= volumeSlack) &&
    (c / whole >= MIN_BARYCENTRIC || Math.abs(c) <= volumeSlack) &&
    (d / whole >= MIN_BARYCENTRIC || Math.abs(d) <= volumeSlack)
  );
}

/** Tests whether the element in `scratch.corners` is flat, by the criterion of isInverted. @param volume six times its volume */
function isFlat(scratch: CoverScratch, volume: number): boolean {
  const { corners } = scratch;
  let scale = FLAT_VOLUME_SQUARED;
  for (let i = 3; i < 12; i += 3) {
    const x = corners[i] - corners[0],
      y = corners[i + 1] - corners[1],
      z = corners[i + 2] - corners[2];
    scale *= x * x + y * y + z * z;
  }
  return volume * volume <= scale;
}

/** Appends an element to the list. Its bounding ball is centred at the mean of its corners. */
function addInverted({ inverted, topology, positions, vertexBase }: PathBody, tet: number): void {
  if (inverted.tets.length === inverted.count) {
    const { tets } = inverted;
    inverted.tets = new Uint32Array(2 * tets.length);
    inverted.tets.set(tets);
  }
  inverted.tets[inverted.count] = tet;
  const at = addBall(inverted);
  const { balls } = inverted;
  balls.fill(0, at, at + 4);
  for (let i = 4 * tet; i < 4 * tet + 4; i++)
    for (let k = 0; k < 3; k++) balls[at + k] += 0.25 * positions[3 * (vertexBase + topology.tets[i]) + k];
  for (let i = 4 * tet; i < 4 * tet + 4; i++) {
    const v = 3 * (vertexBase + topology.tets[i]);
    const x = positions[v] - balls[at],
      y = positions[v + 1] - balls[at + 1],
      z = positions[v + 2] - balls[at + 2];
    balls[at + 3] = Math.max(balls[at + 3], Math.sqrt(x * x + y * y + z * z));
  }
  balls[at + 3] *= 1 + 1e-9; // covers rounding
}

/**
 * The link of an inner edge is the ring of vertices around it, one between each two neighbouring elements. If positive elements go
 * around the edge exactly once, its link crosses any plane through the edge this many times. More crossings mean that they go around
 * the edge more than once.
 */
const PLAIN_CROSSINGS = 2;

/** Share by which distances are reduced, and radii enlarged, to cover rounding. */
const ROUNDING = 1e-9;

/**
 * Returns the squared distance [m^2] from a point to the nearest branched edge; Infinity if none is nearer than `radius` [m]. A branched
 * edge is an inner edge that its elements go around more than once. There the map from the mesh to space is not locally injective, even
 * if every element is positive, and culling is only proved for paths that are shorter than the distance from p to the edge
 * (docs/method.md). The first call in a pass lists the branched edges.
 */
export function squaredDistanceToBranched(body: PathBody, px: number, py: number, pz: number, radius: number): number {
  const { branched, passes, positions, vertexBase } = body;
  if (branched.pass !== passes[0]) findBranched(body);
  const { count, edges, blocks } = branched;
  let nearest = radius * radius;
  for (let begin = 0; begin < count; begin += BLOCK) {
    if (squaredDistanceToBlock(blocks, begin / BLOCK, px, py, pz) >= nearest) continue;
    const end = 2 * Math.min(count, begin + BLOCK);
    for (let i = 2 * begin; i < end; i += 2) {
      const a = 3 * (vertexBase + edges[i]);
      const b = 3 * (vertexBase + edges[i + 1]);
      const ax = positions[a],
        ay = positions[a + 1],
        az = positions[a + 2];
      const ex = positions[b] - ax,
        ey = positions[b + 1] - ay,
        ez = positions[b + 2] - az;
      const along = ((px - ax) * ex + (py - ay) * ey + (pz - az) * ez) / (ex * ex + ey * ey + ez * ez);
      const t = along >= 0 ? Math.min(1, along) : 0;
      const x = ax + t * ex - px,
        y = ay + t * ey - py,
        z = az + t * ez - pz;
      nearest = Math.min(nearest, x * x + y * y + z * z);
    }
  }
  return nearest < radius * radius ? nearest * (1 - ROUNDING) : Infinity;
}

/** Lists the branched edges of a body, with a bounding ball of each, for the current pass. */
export function findBranched({ branched, passes, topology, positions, vertexBase }: PathBody): void {
  branched.pass = passes[0];
  branched.count = 0;
  const { offsets, vertices } = wheelsOf(topology);
  for (let i = 0; i + 1 < offsets.length; i++) {
    const begin = offsets[i];
    if (isBranched(vertices, begin, offsets[i + 1], positions, vertexBase))
      addEdge(branched, vertices[begin], vertices[begin + 1], positions, vertexBase);
  }
  boxBalls(branched);
}

function addEdge(branched: BranchedEdges, a: number, b: number, positions: Float32Array, vertexBase: number): void {
  const e = 2 * branched.count;
  if (e === branched.edges.length) {
    const { edges } = branched;
    branched.edges = new Uint32Array(2 * edges.length);
    branched.edges.set(edges);
  }
  branched.edges[e] = a;
  branched.edges[e + 1] = b;
  const at = addBall(branched);
  const { balls } = branched;
  let squared = 0;
  for (let k = 0; k < 3; k++) {
    const start = positions[3 * (vertexBase + a) + k];
    const half = 0.5 * (positions[3 * (vertexBase + b) + k] - start);
    balls[at + k] = start + half;
    squared += half * half;
  }
  balls[at + 3] = Math.sqrt(squared) * (1 + ROUNDING);
}

/**
 * Tests whether the elements around an inner edge go around it more than once. Inverted elements can make the result wrong, but near
 * inverted elements culling is off anyway. Rounding can make it wrong only if an element is flat, and flat elements count as inverted.
 * @param vertices from index `begin` to `end` - 1: the edge's two ends, then its link in cyclic order
 */
function isBranched(
  vertices: Uint32Array,
  begin: number,
  end: number,
  positions: Float32Array,
  vertexBase: number,
): boolean {
  const a = 3 * (vertexBase + vertices[begin]);
  const b = 3 * (vertexBase + vertices[begin + 1]);
  const ex = Math.abs(positions[b] - positions[a]),
    ey = Math.abs(positions[b + 1] - positions[a + 1]),
    ez = Math.abs(positions[b + 2] - positions[a + 2]);
  // The plane contains the edge, and the direction of the axis along which the edge is shortest. With the other two axes, q and r, the
  // sign of a 2D cross product gives the side of the plane on which a vertex lies.
  const q = ex <= ey && ex <= ez ? 1 : ey <= ez ? 2 : 0;
  const r = q === 2 ? 0 : q + 1;
  const aq = positions[a + q],
    ar = positions[a + r];
  const eq = positions[b + q] - aq,
    er = positions[b + r] - ar;
  const last = 3 * (vertexBase + vertices[end - 1]);
  let wasAbove = Number(eq * (positions[last + r] - ar) >= er * (positions[last + q] - aq));
  let crossings = 0;
  for (let k = begin + 2; k < end; k++) {
    const v = 3 * (vertexBase + vertices[k]);
    const above = Number(eq * (positions[v + r] - ar) >= er * (positions[v + q] - aq));
    crossings += above ^ wasAbove;
    wasAbove = above;
  }
  return crossings > PLAIN_CROSSINGS;
}
