import { NONE, BOUNDARY } from '../../mesh/topology.ts';
import { aimRay, createRay, exitFaces, INVERTED, type Ray } from './exit-faces.ts';
import type { PathBody } from './path-body.ts';
import { pathWork } from './path-work.ts';

/** What a traversal may use; the same on the GPU, where the arrays are a thread's own. */
export interface TraversalLimits {
  /** Branches that wait. A ray that hits an edge or a vertex leaves an element by 2 or 3 faces. */
  readonly branches: number;
  /** Latest elements remembered against loops (at most RING). */
  readonly ring: number;
  /** Elements visited. Rays through a million elements visit some hundred; a loop larger than the ring, all of these. */
  readonly steps: number;
}
export const BRANCHES = 32;
export const RING = 16;
export const TRAVERSAL_LIMITS: TraversalLimits = { branches: BRANCHES, ring: RING, steps: 1024 };

export const INVALID = 0;
export const VALID = 1;
/** Limits were reached with branches left: no answer. */
export const OVERFLOW = 2;

/** Past an inverted element the lifted ray may run backward: it is followed to twice the distance (supplement, 1.2). */
const INVERTED_REACH = 2;

const ray = createRay();
const branches = new Uint32Array(BRANCHES);
const ring = new Uint32Array(RING);

/** Where a traversal wants to arrive: any element that holds this vertex (a = b), this edge, or is this element (a = NONE). */
export const target = { tet: 0, a: NONE, b: NONE };

/**
 * Whether the segment from p, a point of element `tet`, to the boundary point s of `target` is a valid path.
 *
 * Walks from p towards s and succeeds in the first element that holds the target: elements are convex, so the rest of the
 * segment lies in it. That needs no start on the boundary, where s often lies on an edge or a vertex.
 * A branch that reaches the boundary is dead; the others go on (errata to line 21).
 * @param x, y, z s - p [m]
 * @returns VALID, INVALID or OVERFLOW
 * Source: Chen et al. 2023, supplement, Algorithm 1.
 */
export function traverse(
  body: PathBody,
  px: number,
  py: number,
  pz: number,
  tet: number,
  x: number,
  y: number,
  z: number,
  limits: TraversalLimits,
): number {
  const { tets, neighbours } = body.topology;
  pathWork.tetsVisited++;
  if (holdsTarget(tets, tet)) return VALID;
  if (!aim(px, py, pz, x, y, z)) return INVALID;
  let depth = 0;
  let steps = 0;
  ring.fill(NONE);
  ring[0] = tet;
  for (;;) {
    const exits = exitFaces(body, ray, tet);
    if (exits & INVERTED) reachFurther(ray);
    for (let i = 0; i < 4; i++) {
      if (!(exits & (1 << i))) continue;
      const next = neighbours[4 * tet + i];
      if (next & BOUNDARY || inRing(next, limits.ring)) continue;
      if (depth === limits.branches) return OVERFLOW;
      branches[depth++] = next;
    }
    // Branches that wait may have been visited since.
    do {
      if (depth === 0) return INVALID;
      tet = branches[--depth];
    } while (inRing(tet, limits.ring));
    if (++steps === limits.steps) return OVERFLOW;
    ring[steps % limits.ring] = tet;
    pathWork.tetsVisited++;
    if (holdsTarget(tets, tet)) return VALID;
  }
}

let marks = new Uint32Array(0);
let mark = 0;
const waiting: number[] = [];

/** The same without limits: marks every element visited, and its stack grows. Answers what overflowed (supplement, 1.2). */
export function traverseDynamic(
  body: PathBody,
  px: number,
  py: number,
  pz: number,
  tet: number,
  x: number,
  y: number,
  z: number,
): number {
  const { tets, neighbours, tetCount } = body.topology;
  if (holdsTarget(tets, tet)) return VALID;
  if (!aim(px, py, pz, x, y, z)) return INVALID;
  if (marks.length < tetCount || mark === NONE) {
    marks = new Uint32Array(Math.max(tetCount, marks.length));
    mark = 0;
  }
  mark++;
  marks[tet] = mark;
  waiting.length = 0;
  waiting.push(tet);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    pathWork.tetsVisited++;
    if (holdsTarget(tets, next)) return VALID;
    const exits = exitFaces(body, ray, next);
    if (exits & INVERTED) reachFurther(ray);
    for (let i = 0; i < 4; i++) {
      if (!(exits & (1 << i))) continue;
      const beyond = neighbours[4 * next + i];
      if (beyond & BOUNDARY || marks[beyond] === mark) continue;
      marks[beyond] = mark;
      waiting.push(beyond);
    }
  }
  return INVALID;
}

/** @returns false where p and s coincide: then only p's own element could hold the target */
function aim(px: number, py: number, pz: number, x: number, y: number, z: number): boolean {
  const length = Math.sqrt(x * x + y * y + z * z);
  if (!(length > 0)) return false;
  aimRay(ray, px, py, pz, x, y, z, length);
  return true;
}

function reachFurther(ray: Ray): void {
  ray.far = INVERTED_REACH * ray.length;
  ray.near = -ray.length;
}

function holdsTarget(tets: Uint32Array, tet: number): boolean {
  const { a, b } = target;
  if (a === NONE) return tet === target.tet;
  const i = tets[4 * tet],
    j = tets[4 * tet + 1],
    k = tets[4 * tet + 2],
    l = tets[4 * tet + 3];
  return (a === i || a === j || a === k || a === l) && (b === i || b === j || b === k || b === l);
}

function inRing(tet: number, size: number): boolean {
  for (let i = 0; i < size; i++) if (ring[i] === tet) return true;
  return false;
}
