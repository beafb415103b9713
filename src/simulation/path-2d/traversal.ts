import { BOUNDARY, NONE } from '../../mesh/topology.ts';
import { INVALID, OVERFLOW, VALID } from '../path/outcomes.ts';
import type { TraversalLimits } from '../path/limits.ts';
import { createRay2d, exitSides } from './exit-sides.ts';
import { home2d, sidesAtHome } from './home.ts';
import type { PathBody2d } from './path-body.ts';
import { pathWork2d } from './path-work.ts';

/**
 * As in 3D (path/traversal.ts): branches that wait, latest triangles remembered against loops, triangles visited. Of
 * 225,000 traversals in bent, shaken and gridded strips none had more than 4 branches waiting, needed a ring longer
 * than 4 or visited more than 32; larger bodies may visit more.
 */
const BRANCHES_2D = 16;
const RING_2D = 16;
export const TRAVERSAL_LIMITS_2D: TraversalLimits = { branches: BRANCHES_2D, ring: RING_2D, steps: 512 };

/** How far a line near inverted triangles is followed past p and past s, in distances between them (supplement, 1.2). */
export const INVERTED_REACH = 1;

const ray = createRay2d();
const branches = new Uint32Array(BRANCHES_2D);
const ring = new Uint32Array(RING_2D);

/** Where a traversal wants to arrive: any triangle that holds this vertex, or, where that is NONE, this triangle. */
export const target2d = { triangle: 0, vertex: NONE };

/**
 * Whether the segment from p, a point of a triangle, to the boundary point s of `target2d` is a valid path. No triangle
 * near it may be inverted.
 *
 * Walks from p towards s and succeeds in the first triangle that holds the target: triangles are convex, so the rest of the
 * segment lies in it. A branch that reaches the boundary is dead; the others go on (errata).
 * @param x, y s - p [m]
 * @returns VALID, INVALID or OVERFLOW
 * Source: Chen et al. 2023, supplement, Algorithm 1, a dimension lower.
 */
export function traverse2d(
  body: PathBody2d,
  px: number,
  py: number,
  first: number,
  x: number,
  y: number,
  limits: TraversalLimits,
): number {
  const { triangles, neighbours } = body.topology;
  let triangle = first;
  pathWork2d.trianglesVisited++;
  if (holdsTarget(triangles, triangle)) return VALID;
  if (!aim(px, py, x, y, false)) return INVALID;
  let depth = 0;
  let steps = 0;
  ring.fill(NONE);
  ring[0] = triangle;
  for (;;) {
    const exits = exitSides(body, ray, triangle) | sidesAtHome(triangles, triangle);
    for (let i = 0; i < 3; i++) {
      if (!(exits & (1 << i))) continue;
      const next = neighbours[3 * triangle + i];
      if (next & BOUNDARY || inRing(next, limits.ring)) continue;
      if (depth === limits.branches) return OVERFLOW;
      branches[depth++] = next;
    }
    // Branches that wait may have been visited since.
    do {
      if (depth === 0) return INVALID;
      triangle = branches[--depth];
    } while (inRing(triangle, limits.ring));
    if (++steps === limits.steps) return OVERFLOW;
    ring[steps % limits.ring] = triangle;
    pathWork2d.trianglesVisited++;
    if (holdsTarget(triangles, triangle)) return VALID;
  }
}

let marks = new Uint32Array(0);
let mark = 0;
const waiting: number[] = [];

/**
 * The same without limits: marks every triangle visited, and its list grows. Answers what overflowed (supplement, 1.2).
 * @param bothWays the line instead of the segment, for paths near inverted triangles: followed both ways, to once the
 * distance past p and past s, through whatever triangles it crosses (section 3.5)
 * @param visit is told each triangle, with the one that it was reached from: for pictures
 */
export function traverseMarked2d(
  body: PathBody2d,
  px: number,
  py: number,
  first: number,
  x: number,
  y: number,
  bothWays: boolean,
  visit?: (triangle: number, from: number) => void,
): number {
  const { triangles, neighbours, triangleCount } = body.topology;
  if (marks.length < triangleCount || mark === NONE) {
    marks = new Uint32Array(Math.max(triangleCount, marks.length));
    mark = 0;
  }
  visit?.(first, NONE);
  pathWork2d.trianglesVisited++;
  if (holdsTarget(triangles, first)) return VALID;
  if (!aim(px, py, x, y, bothWays)) return INVALID;
  marks[first] = ++mark;
  waiting.length = 0;
  waiting.push(first);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const exits = exitSides(body, ray, next) | sidesAtHome(triangles, next);
    for (let i = 0; i < 3; i++) {
      if (!(exits & (1 << i))) continue;
      const beyond = neighbours[3 * next + i];
      if (beyond & BOUNDARY || marks[beyond] === mark) continue;
      marks[beyond] = mark;
      pathWork2d.trianglesVisited++;
      visit?.(beyond, next);
      if (holdsTarget(triangles, beyond)) return VALID;
      waiting.push(beyond);
    }
  }
  return INVALID;
}

/** @returns false where p and s coincide inside p's triangle: no other could hold the target */
function aim(px: number, py: number, x: number, y: number, bothWays: boolean): boolean {
  const length = Math.sqrt(x * x + y * y);
  if (!(length > 0)) {
    if (home2d.count === 0) return false;
    // They coincide on p's home. There is no direction, and no side in reach but those at home.
    ray.near = Infinity;
    ray.far = -Infinity;
    return true;
  }
  ray.px = px;
  ray.py = py;
  ray.wx = x / length;
  ray.wy = y / length;
  ray.near = -INVERTED_REACH * length;
  ray.far = bothWays ? length + INVERTED_REACH * length : length;
  ray.bothWays = bothWays;
  return true;
}

function holdsTarget(triangles: Uint32Array, triangle: number): boolean {
  const { vertex } = target2d;
  if (vertex === NONE) return triangle === target2d.triangle;
  const t = 3 * triangle;
  return triangles[t] === vertex || triangles[t + 1] === vertex || triangles[t + 2] === vertex;
}

function inRing(triangle: number, size: number): boolean {
  for (let i = 0; i < size; i++) if (ring[i] === triangle) return true;
  return false;
}
