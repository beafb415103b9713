import { BOUNDARY, NONE } from '../../mesh/topology.ts';
import { INVALID, OVERFLOW, type TraversalLimits, VALID } from '../path/limits.ts';
import { INVERTED_REACH, type PathScratch2d, sidesAtHome, type Target2d, type Walk2d } from './scratch.ts';
import { exitSides } from './exit-sides.ts';
import type { PathBody2d } from './path-body.ts';

/**
 * Tests whether the straight path from p to the boundary point s (`scratch.target`) is valid: whether it leads from p's triangle to s
 * through adjacent triangles. No triangle near the path may be inverted.
 *
 * Walks from p's triangle towards s, and succeeds in the first triangle that holds the target. Triangles are convex, so the rest of the
 * path lies in that triangle. Where the path meets a vertex, the walk branches. A branch that reaches the boundary ends; the other
 * branches go on (errata to Algorithm 1).
 * @param px, py p [m]
 * @param first the triangle that contains p
 * @param x, y s - p [m]
 * @returns VALID, INVALID, or OVERFLOW if the walk reached a limit
 * Source: Chen et al. 2023, supplement, Algorithm 1, one dimension lower.
 */
export function traverse2d(
  scratch: PathScratch2d,
  body: PathBody2d,
  px: number,
  py: number,
  first: number,
  x: number,
  y: number,
  limits: TraversalLimits,
): number {
  const { home, target, walk, work } = scratch;
  const { branches, ray, ring } = walk;
  const { triangles, neighbours } = body.topology;
  let triangle = first;
  work.trianglesVisited++;
  if (holdsTarget(target, triangles, triangle)) return VALID;
  if (!aim(scratch, px, py, x, y, false)) return INVALID;
  let depth = 0;
  let steps = 0;
  ring.fill(NONE);
  ring[0] = triangle;
  for (;;) {
    const exits = exitSides(body, ray, triangle) | sidesAtHome(home, triangles, triangle);
    for (let i = 0; i < 3; i++) {
      if (!(exits & (1 << i))) continue;
      const next = neighbours[3 * triangle + i];
      if (next & BOUNDARY || inRing(walk, next, limits.ring)) continue;
      if (depth === limits.branches) return OVERFLOW;
      branches[depth++] = next;
    }
    // A waiting triangle may have been visited since it was pushed.
    do {
      if (depth === 0) return INVALID;
      triangle = branches[--depth];
    } while (inRing(walk, triangle, limits.ring));
    if (++steps === limits.steps) return OVERFLOW;
    ring[steps % limits.ring] = triangle;
    work.trianglesVisited++;
    if (holdsTarget(target, triangles, triangle)) return VALID;
  }
}

/**
 * Does the same as `traverse2d`, but without limits: it marks every visited triangle, so that each is pushed at most once. It is used if
 * `traverse2d` overflows (supplement, 1.2) and for paths near inverted triangles.
 * @param bothWays true for paths near inverted triangles: the walk follows the line through p and s in both directions, to the distance
 * |s - p| past p and past s, through all triangles that the line crosses (section 3.5)
 * @param visit called with each triangle and the triangle from which it was reached, for pictures
 * @returns VALID or INVALID
 */
export function traverseMarked2d(
  scratch: PathScratch2d,
  body: PathBody2d,
  px: number,
  py: number,
  first: number,
  x: number,
  y: number,
  bothWays: boolean,
  visit?: (triangle: number, from: number) => void,
): number {
  const { home, target, walk, work } = scratch;
  const { ray, stack: waiting } = walk;
  const { triangles, neighbours, triangleCount } = body.topology;
  if (walk.marks.length < triangleCount || walk.mark === NONE) {
    walk.marks = new Uint32Array(Math.max(triangleCount, walk.marks.length));
    walk.mark = 0;
  }
  visit?.(first, NONE);
  work.trianglesVisited++;
  if (holdsTarget(target, triangles, first)) return VALID;
  if (!aim(scratch, px, py, x, y, bothWays)) return INVALID;
  walk.marks[first] = ++walk.mark;
  waiting.length = 0;
  waiting.push(first);
  for (let triangle = waiting.pop(); triangle !== undefined; triangle = waiting.pop()) {
    const exits = exitSides(body, ray, triangle) | sidesAtHome(home, triangles, triangle);
    for (let i = 0; i < 3; i++) {
      if (!(exits & (1 << i))) continue;
      const beyond = neighbours[3 * triangle + i];
      if (beyond & BOUNDARY || walk.marks[beyond] === walk.mark) continue;
      walk.marks[beyond] = walk.mark;
      work.trianglesVisited++;
      visit?.(beyond, triangle);
      if (holdsTarget(target, triangles, beyond)) return VALID;
      waiting.push(beyond);
    }
  }
  return INVALID;
}

/** Aims the ray from p at s. @returns false if p and s coincide inside p's triangle, since then no other triangle can hold the target */
function aim(scratch: PathScratch2d, px: number, py: number, x: number, y: number, bothWays: boolean): boolean {
  const { home, walk } = scratch;
  const { ray } = walk;
  const length = Math.sqrt(x * x + y * y);
  if (!(length > 0)) {
    if (home.count === 0) return false;
    // p and s coincide on p's home feature (Home2d), so the ray has no direction. With an empty range, only the sides at the home
    // feature count as exits.
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

function holdsTarget(target: Target2d, triangles: Uint32Array, triangle: number): boolean {
  const { vertex } = target;
  if (vertex === NONE) return triangle === target.triangle;
  const t = 3 * triangle;
  return triangles[t] === vertex || triangles[t + 1] === vertex || triangles[t + 2] === vertex;
}

function inRing(walk: Walk2d, triangle: number, size: number): boolean {
  const { ring } = walk;
  for (let i = 0; i < size; i++) if (ring[i] === triangle) return true;
  return false;
}
