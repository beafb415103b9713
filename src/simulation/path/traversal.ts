import { INDEX_MASK } from '../../bvh/tree.ts';
import { TET_FACES } from '../../mesh/tet-mesh.ts';
import { BOUNDARY, NONE } from '../../mesh/topology.ts';
import { aimRay, exitFaces, limitRay, RAY, type Ray } from './exit-faces.ts';
import type { PathBody } from './path-body.ts';
import { INVALID, OVERFLOW, type TraversalLimits, UNSURE, VALID } from './limits.ts';
import { facesAtHome, type Line, type PathScratch, type Target, type Walk } from './scratch.ts';

/**
 * Whether the segment from p in element `tet` to the boundary point s of `target` is a valid path, within limits.
 *
 * Walks from p towards s and succeeds in the first element that holds the target: elements are convex, so the rest of the segment
 * lies in that element. The paper walks from s; starting at p avoids starts on an edge or a vertex, where s often lies.
 * A branch that reaches the boundary ends; the others go on (errata to line 21).
 * @param x, y, z s - p [m]
 * @param away whether to walk from p away from s: past inverted elements the lifted line may reach s from there (figure 6c)
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
    // An element in the list may have been visited since it was put there.
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
 * `traverse` without limits: marks every visited element, so that each waits at most once. On the CPU it is also faster than the
 * ring (docs/method.md). It answers the queries that overflowed on the GPU (supplement, 1.2).
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
  // If p lies on a face, an edge or a vertex, the line may begin in several elements, which overlap at folds: walkLine can't do that.
  if (facesAtHome(home, tets, tet) === 0) {
    const line = walkLine(scratch, body, ray, tet, target);
    if (line !== UNSURE) return line;
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
      if (beyond < 0 || stamps[beyond] === now) continue; // the boundary is a negative integer
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
 * @returns false if p and s coincide inside p's element: then no other element can hold the target
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
    // p and s coincide on p's home feature. The ray has no direction, so an empty range admits only the faces at the feature as exits.
    ray[RAY.near] = Infinity;
    ray[RAY.far] = -Infinity;
    return true;
  }
  if (away) aimRay(ray, px, py, pz, -x, -y, -z, length);
  else aimRay(ray, px, py, pz, x, y, z, length);
  limitRay(ray, away, target.further);
  return true;
}

/** Whether an element is the target, or holds the target's vertex or edge. */
function holdsTarget(target: Target, tets: Uint32Array, tet: number): boolean {
  const { a, b } = target;
  if (a === NONE) return tet === target.tet;
  const i = tets[4 * tet],
    j = tets[4 * tet + 1],
    k = tets[4 * tet + 2],
    l = tets[4 * tet + 3];
  return (a === i || a === j || a === k || a === l) && (b === i || b === j || b === k || b === l);
}

function inRing(walk: Walk, tet: number, size: number): boolean {
  const { ring } = walk;
  for (let i = 0; i < size; i++) if (ring[i] === tet) return true;
  return false;
}

/**
 * Distance that a line must keep from every edge, as a share of the squared extent of the first element and the ray. It is millions
 * of times the rounding error, so that it is also safe for much larger elements further on. Lines that come closer are rare and are
 * left to the branching traversal.
 */
const CLEARANCE = 1e-9;

/** Elements after which walkLine gives up; a line through a million elements passes some hundred. */
const LONGEST_WALK = 4096;

/** Corners of the face opposite each corner, 3 per face, ordered so that the face's normal points outward. */
const OUTWARD = Uint8Array.from(TET_FACES.flat());

/**
 * Follows the line of a ray element by element from p until an element holds the target. It never branches.
 *
 * A line that keeps clear of edges crosses exactly two faces of an element, even of an inverted one. Given the face by which the
 * line enters, the new fourth corner determines the face by which it leaves. Only in p's own element does the orientation
 * decide which of the two faces leads towards s (exit-faces.ts).
 * @returns VALID, INVALID, or UNSURE
 * Source: Chen et al. 2023, section 3.5; the step from face to face as in Aman et al. 2022.
 */
export function walkLine(scratch: PathScratch, body: PathBody, ray: Ray, tet: number, target: Target): number {
  const { line, work } = scratch;
  const { across, corner } = line;
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
  for (let steps = 1; steps < LONGEST_WALK; steps++) {
    // The line has left through the boundary, or is back in p's own element: near inverted elements a lifted line may be closed.
    if (next < 0 || next === tet) return INVALID;
    const az = across[2],
      bz = across[5],
      cz = across[8];
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
    // The element's corner that is not on the face of entry.
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
    const da = dx * across[1] - dy * across[0],
      db = dx * across[4] - dy * across[3],
      dc = dx * across[7] - dy * across[6];
    // d replaces the corner of the entry face that is not on the exit face. Chosen without branches, since they can't be predicted.
    const ofA = Number(db > clear) & Number(dc < -clear);
    const ofB = Number(dc > clear) & Number(da < -clear);
    const ofC = Number(da > clear) & Number(db < -clear);
    if ((ofA | ofB | ofC) === 0) return UNSURE;
    const k = ofB + 2 * ofC;
    const gone = corner[k];
    corner[k] = d;
    across[3 * k] = dx;
    across[3 * k + 1] = dy;
    across[3 * k + 2] = dz;
    next = neighbours[t + Number(gone === i1) + 2 * Number(gone === i2) + 3 * Number(gone === i3)] | 0;
  }
  return UNSURE;
}

/**
 * Finds the face by which the ray leaves p's element and moves that face's three corners to the front of `line`. Seen along the line
 * they are counterclockwise, and later steps keep them so.
 * @returns the corner opposite that face, or -1 if p lies too near to a face, an edge or a vertex
 */
function firstExit(line: Line, clear: number): number {
  for (let out = 0; out < 4; out++) {
    const i = OUTWARD[3 * out],
      j = OUTWARD[3 * out + 1],
      k = OUTWARD[3 * out + 2];
    if (!(turn(line, i, j) > clear && turn(line, j, k) > clear && turn(line, k, i) > clear)) continue;
    keepFace(line, i, j, k);
    return out;
  }
  return -1;
}

/** Moves corners i, j, k of `line` to places 0, 1, 2. */
function keepFace(line: Line, i: number, j: number, k: number): void {
  const { across, corner, kept } = line;
  const a = corner[i],
    b = corner[j],
    c = corner[k];
  for (let axis = 0; axis < 3; axis++) {
    kept[axis] = across[3 * i + axis];
    kept[3 + axis] = across[3 * j + axis];
    kept[6 + axis] = across[3 * k + axis];
  }
  corner[0] = a;
  corner[1] = b;
  corner[2] = c;
  across.set(kept);
}

/** Writes corner k, the vertex at `positions[i]`, in the ray's coordinates into `line.across`. @returns at least its distance from p [m] */
function project(line: Line, ray: Ray, positions: Float32Array, i: number, k: number): number {
  const { across } = line;
  const x = positions[i] - ray[0],
    y = positions[i + 1] - ray[1],
    z = positions[i + 2] - ray[2];
  for (let axis = 0; axis < 3; axis++)
    across[3 * k + axis] = x * ray[3 + 3 * axis] + y * ray[4 + 3 * axis] + z * ray[5 + 3 * axis];
  return Math.abs(x) + Math.abs(y) + Math.abs(z);
}

/** Twice the signed area [m^2] of the triangle of the ray's origin and corners i and j, projected along the ray. */
const turn = (line: Line, i: number, j: number): number =>
  line.across[3 * i] * line.across[3 * j + 1] - line.across[3 * i + 1] * line.across[3 * j];
