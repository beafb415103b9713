import { NONE, BOUNDARY } from '../../mesh/topology.ts';
import { aimRay, exitFaces, limitRay, RAY } from './exit-faces.ts';
import { facesAtHome } from './home.ts';
import type { TraversalLimits } from './limits.ts';
import { walkLine } from './line-walk.ts';
import { INVALID, OVERFLOW, UNSURE, VALID } from './outcomes.ts';
import type { PathBody } from './path-body.ts';
import type { PathScratch, Target, Walk } from './scratch.ts';

/**
 * Whether the segment from p, a point of element `tet`, to the boundary point s of `target` is a valid path.
 *
 * Walks from p towards s and succeeds in the first element that holds the target: elements are convex, so the rest of the
 * segment lies in it. That needs no start on the boundary, where s often lies on an edge or a vertex.
 * A branch that reaches the boundary is dead; the others go on (errata to line 21).
 * @param x, y, z s - p [m]    @param away whether to walk from p away from s: past inverted elements the lifted line may come to s
 * from there (figure 6c)
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
    // An element may have been visited after it was put into the list.
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
 * The same without limits: marks every element visited, so that each waits once. On the CPU also faster than the ring
 * (docs/method.md); it answers what overflowed on the GPU (supplement, 1.2).
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
  // From a face, an edge or a vertex of the element a line may begin in several elements, which overlap at folds.
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
 * Points the ray from p to s, or away from it.
 * @returns false where p and s coincide inside p's element: then no other element can hold the target
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
    // p and s coincide on the face, edge or vertex that p lies on. A ray has no direction, and only the faces there are exits.
    ray[RAY.near] = Infinity;
    ray[RAY.far] = -Infinity;
    return true;
  }
  if (away) aimRay(ray, px, py, pz, -x, -y, -z, length);
  else aimRay(ray, px, py, pz, x, y, z, length);
  limitRay(ray, away, target.further);
  return true;
}

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
