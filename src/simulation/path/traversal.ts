import { INDEX_MASK } from '../../bvh/tree.ts';
import { TET_FACES } from '../../mesh/tet-mesh.ts';
import { BOUNDARY, NONE } from '../../mesh/topology.ts';
import { aimRay, exitFaces, limitRay, RAY, type Ray } from './exit-faces.ts';
import type { PathBody } from './path-body.ts';
import { INVALID, OVERFLOW, type TraversalLimits, UNSURE, VALID } from './limits.ts';
import { facesAtHome, type Line, type PathScratch, type Target, type Walk } from './scratch.ts';

/**
 * Tests whether the segment from p, in element `tet`, to a boundary point s is a valid path. `scratch.target` says which elements contain
 * s. The numbers of steps and of remembered elements are limited.
 *
 * The function walks from p towards s, from element to element. It succeeds in the first element that contains s, since elements are
 * convex and the rest of the segment lies in this element. (The paper walks from s to p. But s often lies on an edge or a vertex, where it
 * isn't clear in which element to begin.) If the line passes an edge or a vertex, the walk has several branches. A branch that reaches the
 * boundary ends, and the others continue (errata to line 21).
 * @param x, y, z s - p [m]
 * @param away whether to walk from p in the direction away from s: near inverted elements the lifted line may come back to s (figure 6c)
 * @returns VALID, INVALID or OVERFLOW
 * Source: Chen et al. 2023, supplement, Algorithm 1.
 */
export function traverse(
  scratch: PathScratch,
  body: PathBody,
  px: number,
  py: number,
  pz: number,
  tet: number,
  x: number,
  y: number,
  z: number,
  away: boolean,
  limits: TraversalLimits,
): number {
  const { home, target, walk, work } = scratch;
  const { branches, ray, ring } = walk;
  const { tets, neighbours } = body.topology;
  work.tetsVisited++;
  if (holdsTarget(target, tets, tet)) return VALID;
  if (!aim(scratch, px, py, pz, x, y, z, away)) return INVALID;
  let depth = 0;
  let steps = 0;
  ring.fill(NONE);
  ring[0] = tet;
  for (;;) {
    const exits = exitFaces(body, ray, tet) | facesAtHome(home, tets, tet);
    for (let i = 0; i < 4; i++) {
      if (!(exits & (1 << i))) continue;
      const next = neighbours[4 * tet + i];
      if (next & BOUNDARY || inRing(walk, next, limits.ring)) continue;
      if (depth === limits.branches) return OVERFLOW;
      branches[depth++] = next;
    }
    // An element in the list may have been visited since it was added.
    do {
      if (depth === 0) return INVALID;
      tet = branches[--depth];
    } while (inRing(walk, tet, limits.ring));
    if (++steps === limits.steps) return OVERFLOW;
    ring[steps % limits.ring] = tet;
    work.tetsVisited++;
    if (holdsTarget(target, tets, tet)) return VALID;
  }
}

/**
 * Does the same as `traverse`, without limits: it marks every visited element, so that each is visited at most once (supplement, 1.2). On
 * the CPU it is also faster (docs/method.md). It answers all queries on the CPU, and those that overflowed on the GPU.
 * @returns VALID or INVALID
 */
export function traverseMarked(
  scratch: PathScratch,
  body: PathBody,
  px: number,
  py: number,
  pz: number,
  tet: number,
  x: number,
  y: number,
  z: number,
  away: boolean,
): number {
  const { home, target, walk, work } = scratch;
  const { ray } = walk;
  const { tets, neighbours, tetCount } = body.topology;
  work.tetsVisited++;
  if (holdsTarget(target, tets, tet)) return VALID;
  if (!aim(scratch, px, py, pz, x, y, z, away)) return INVALID;
  if (walk.marks.length < tetCount || walk.walks === NONE) {
    walk.marks = new Uint32Array(tetCount);
    walk.stack = new Uint32Array(tetCount);
    walk.walks = 0;
  }
  // If p lies on a face, an edge or a vertex, the line may begin in several elements. walkLine can't do that.
  if (facesAtHome(home, tets, tet) === 0) {
    const outcome = walkLine(scratch, body, ray, tet, target);
    if (outcome !== UNSURE) return outcome;
  }
  const now = ++walk.walks;
  const stamps = walk.marks;
  const stack = walk.stack;
  stamps[tet] = now;
  let depth = 0;
  let next = tet;
  for (;;) {
    const exits = exitFaces(body, ray, next) | facesAtHome(home, tets, next);
    for (let i = 0; i < 4; i++) {
      if (!(exits & (1 << i))) continue;
      const beyond = neighbours[4 * next + i] | 0;
      if (beyond < 0 || stamps[beyond] === now) continue; // behind the boundary, or visited (BOUNDARY is the sign bit)
      stamps[beyond] = now;
      stack[depth++] = beyond;
    }
    if (depth === 0) return INVALID;
    next = stack[--depth];
    work.tetsVisited++;
    if (holdsTarget(target, tets, next)) return VALID;
  }
}

/**
 * Aims the ray from p at s, or away from s.
 * @returns false if p and s are the same point inside p's element, in which case no other element can contain s
 */
function aim(
  scratch: PathScratch,
  px: number,
  py: number,
  pz: number,
  x: number,
  y: number,
  z: number,
  away: boolean,
): boolean {
  const { home, target, walk } = scratch;
  const { ray } = walk;
  const length = Math.sqrt(x * x + y * y + z * z);
  if (!(length > 0)) {
    if (home.count === 0) return false;
    // p and s are the same point of p's home feature. The ray has no direction. Its empty range makes only the faces that contain the
    // feature (facesAtHome) exits.
    ray[RAY.near] = Infinity;
    ray[RAY.far] = -Infinity;
    return true;
  }
  if (away) aimRay(ray, px, py, pz, -x, -y, -z, length);
  else aimRay(ray, px, py, pz, x, y, z, length);
  limitRay(ray, away, target.mayOvershoot);
  return true;
}

/** Tests whether an element is the target, or has the target's vertex or edge. */
function holdsTarget(target: Target, tets: Uint32Array, tet: number): boolean {
  const { a, b } = target;
  if (a === NONE) return tet === target.tet;
  const i = tets[4 * tet],
    j = tets[4 * tet + 1],
    k = tets[4 * tet + 2],
    l = tets[4 * tet + 3];
  return (a === i || a === j || a === k || a === l) && (b === i || b === j || b === k || b === l);
}

/** Tests whether an element is one of the `size` elements visited last. */
function inRing(walk: Walk, tet: number, size: number): boolean {
  const { ring } = walk;
  for (let i = 0; i < size; i++) if (ring[i] === tet) return true;
  return false;
}

/**
 * Minimum distance of a line from every edge, as a share of the extent of the first element and the ray. (The cross products that are
 * compared with it are relative to the squared extent.) It is millions of times the rounding error, so that it is safe for much larger
 * elements further on too. Lines that pass an edge more closely are rare, and the branching traversal handles them.
 */
const CLEARANCE = 1e-9;

/** Maximum number of elements that walkLine visits before it gives up. A line through a mesh of a million elements passes some hundred. */
const MAX_STEPS = 4096;

/** The corners of each face, 3 per face, ordered so that the face's normal points outward. Face k is opposite corner k. */
const OUTWARD = Uint8Array.from(TET_FACES.flat());

/**
 * Follows the line of a ray from p, element by element, until an element contains the target. This walk has no branches.
 *
 * A line that keeps away from edges crosses exactly two faces of an element, even of an inverted one. If the face by which the line enters
 * is known, the element's fourth corner determines the face by which it leaves. Only in p's own element does the element's orientation
 * decide which of the two faces leads towards s (exit-faces.ts).
 * @returns VALID, INVALID, or UNSURE if the line passes an edge too closely
 * Source: Chen et al. 2023, section 3.5; the step from face to face as in Aman et al. 2022.
 */
export function walkLine(scratch: PathScratch, body: PathBody, ray: Ray, tet: number, target: Target): number {
  const { line, work } = scratch;
  const { coordinates, corner } = line;
  const { positions, vertexBase } = body;
  const { tets, neighbours } = body.topology;
  const near = ray[RAY.near];
  const far = ray[RAY.far];
  let extent = far - near;
  for (let k = 0; k < 4; k++) {
    corner[k] = tets[4 * tet + k];
    extent = Math.max(extent, project(line, ray, positions, 3 * (vertexBase + corner[k]), k));
  }
  const clear = CLEARANCE * extent * extent;
  const margin = CLEARANCE * extent;
  const out = firstExit(line, clear);
  if (out < 0) return UNSURE;
  let next = neighbours[4 * tet + out] | 0;

  const px = ray[0],
    py = ray[1],
    pz = ray[2];
  const ux = ray[3],
    uy = ray[4],
    uz = ray[5];
  const vx = ray[6],
    vy = ray[7],
    vz = ray[8];
  const wx = ray[9],
    wy = ray[10],
    wz = ray[11];
  const goalTet = target.a === NONE ? target.tet : -1;
  const goalA = target.a | 0;
  const goalB = target.b | 0;
  for (let steps = 1; steps < MAX_STEPS; steps++) {
    // The line has left the body, or is back in p's own element. (Near inverted elements a lifted line may be a closed curve.)
    if (next < 0 || next === tet) return INVALID;
    const az = coordinates[2],
      bz = coordinates[5],
      cz = coordinates[8];
    if (az > far + margin && bz > far + margin && cz > far + margin) return INVALID;
    if (az < near - margin && bz < near - margin && cz < near - margin) return INVALID;
    const t = (next << 2) & INDEX_MASK;
    const i0 = tets[t] | 0,
      i1 = tets[t + 1] | 0,
      i2 = tets[t + 2] | 0,
      i3 = tets[t + 3] | 0;
    const a = corner[0],
      b = corner[1],
      c = corner[2];
    // d: the corner of the element that is not on the face by which the line enters.
    const d = i0 ^ i1 ^ i2 ^ i3 ^ a ^ b ^ c;
    work.tetsVisited++;
    if (next === goalTet) return VALID;
    if (d === goalA && (goalB === goalA || goalB === a || goalB === b || goalB === c)) return VALID;
    if (d === goalB && (goalA === a || goalA === b || goalA === c)) return VALID;
    const at = (3 * ((vertexBase + d) | 0)) & INDEX_MASK;
    const rx = positions[at] - px,
      ry = positions[at + 1] - py,
      rz = positions[at + 2] - pz;
    const dx = rx * ux + ry * uy + rz * uz,
      dy = rx * vx + ry * vy + rz * vz,
      dz = rx * wx + ry * wy + rz * wz;
    const da = dx * coordinates[1] - dy * coordinates[0],
      db = dx * coordinates[4] - dy * coordinates[3],
      dc = dx * coordinates[7] - dy * coordinates[6];
    // d replaces the corner of the entry face that is not on the exit face. Arithmetic chooses this corner, since branches here would be
    // unpredictable.
    const ofA = Number(db > clear) & Number(dc < -clear);
    const ofB = Number(dc > clear) & Number(da < -clear);
    const ofC = Number(da > clear) & Number(db < -clear);
    if ((ofA | ofB | ofC) === 0) return UNSURE;
    const k = ofB + 2 * ofC;
    const gone = corner[k];
    corner[k] = d;
    coordinates[3 * k] = dx;
    coordinates[3 * k + 1] = dy;
    coordinates[3 * k + 2] = dz;
    next = neighbours[t + Number(gone === i1) + 2 * Number(gone === i2) + 3 * Number(gone === i3)] | 0;
  }
  return UNSURE;
}

/**
 * Finds the face by which the ray leaves p's element, and moves its three corners to the front of `line`. Seen along the line they are in
 * counterclockwise order, which later steps preserve.
 * @returns the corner opposite the face, or -1 if the ray passes an edge or a vertex too closely
 */
function firstExit(line: Line, clear: number): number {
  for (let out = 0; out < 4; out++) {
    const i = OUTWARD[3 * out],
      j = OUTWARD[3 * out + 1],
      k = OUTWARD[3 * out + 2];
    if (!(turn(line, i, j) > clear && turn(line, j, k) > clear && turn(line, k, i) > clear)) continue;
    moveToFront(line, i, j, k);
    return out;
  }
  return -1;
}

/** Moves corners i, j, k of `line` to indices 0, 1, 2. */
function moveToFront(line: Line, i: number, j: number, k: number): void {
  const { coordinates, corner, copy } = line;
  const a = corner[i],
    b = corner[j],
    c = corner[k];
  for (let axis = 0; axis < 3; axis++) {
    copy[axis] = coordinates[3 * i + axis];
    copy[3 + axis] = coordinates[3 * j + axis];
    copy[6 + axis] = coordinates[3 * k + axis];
  }
  corner[0] = a;
  corner[1] = b;
  corner[2] = c;
  coordinates.set(copy);
}

/**
 * Writes to `line.coordinates` the coordinates, in the ray's frame, of corner k, which is the vertex at `positions[i]`.
 * @returns an upper bound of the corner's distance from p [m]
 */
function project(line: Line, ray: Ray, positions: Float32Array, i: number, k: number): number {
  const { coordinates } = line;
  const x = positions[i] - ray[0],
    y = positions[i + 1] - ray[1],
    z = positions[i + 2] - ray[2];
  for (let axis = 0; axis < 3; axis++)
    coordinates[3 * k + axis] = x * ray[3 + 3 * axis] + y * ray[4 + 3 * axis] + z * ray[5 + 3 * axis];
  return Math.abs(x) + Math.abs(y) + Math.abs(z);
}

/** Returns twice the signed area [m^2] of the triangle of p and corners i and j, projected along the ray. */
const turn = (line: Line, i: number, j: number): number =>
  line.coordinates[3 * i] * line.coordinates[3 * j + 1] - line.coordinates[3 * i + 1] * line.coordinates[3 * j];
