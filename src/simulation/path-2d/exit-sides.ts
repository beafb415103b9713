import { RAY_TOLERANCE } from '../path/exit-faces.ts';
import type { PathBody2d } from './path-body.ts';

/** A ray from the query point p towards a boundary point s. A traversal (traversal.ts) follows it from triangle to triangle. */
export interface Ray2d {
  px: number;
  py: number;
  /** Unit direction from p to s. */
  wx: number;
  wy: number;
  /**
   * A crossed side counts as an exit if its distance from p along the ray is between `near` and `far` [m]. A negative `near` is behind p.
   */
  near: number;
  far: number;
  /** Whether sides that the ray crosses inward count as exits, too. Then the traversal follows the line in both directions. */
  bothWays: boolean;
}

/** Creates a ray. Its placeholders are fractions, so that V8 stores them as doubles in place from the start. */
export const createRay2d = (): Ray2d => ({ px: 0.5, py: 0.5, wx: 0.5, wy: 0.5, near: 0.5, far: 0.5, bothWays: false });

/**
 * Finds the sides by which the ray leaves a triangle: those that the ray crosses in the direction of their outward normals, within a
 * rounding tolerance. "Outward" means outward in the rest shape, given by the order of the vertices. In an inverted triangle this
 * direction points into the triangle, so the exit is the side nearer to p, and the traversal goes backward without a special case.
 * @returns bit mask: bit i is set for the side opposite corner i
 * Source: Chen et al. 2023, supplement, Algorithm 2, one dimension lower; as in its errata, the tolerance is relative to the
 * element.
 */
export function exitSides(body: PathBody2d, ray: Ray2d, triangle: number): number {
  const { positions } = body;
  const { triangles } = body.topology;
  const { px, py, wx, wy } = ray;
  let i = 2 * triangles[3 * triangle];
  let x = positions[i] - px,
    y = positions[i + 1] - py;
  // Each corner's distance to the left of the ray, and its distance from p along the ray. They depend only on the vertex, so all
  // triangles around a vertex compute the same bits.
  const aLeft = wx * y - wy * x,
    aAlong = wx * x + wy * y;
  i = 2 * triangles[3 * triangle + 1];
  x = positions[i] - px;
  y = positions[i + 1] - py;
  const bLeft = wx * y - wy * x,
    bAlong = wx * x + wy * y;
  i = 2 * triangles[3 * triangle + 2];
  x = positions[i] - px;
  y = positions[i + 1] - py;
  const cLeft = wx * y - wy * x,
    cAlong = wx * x + wy * y;

  const largest = Math.max(
    Math.abs(aLeft),
    Math.abs(bLeft),
    Math.abs(cLeft),
    Math.abs(aAlong),
    Math.abs(bAlong),
    Math.abs(cAlong),
  );
  const tolerance = RAY_TOLERANCE * largest;
  let exits = 0;
  if (crosses(ray, bLeft, bAlong, cLeft, cAlong, tolerance)) exits |= 1;
  if (crosses(ray, cLeft, cAlong, aLeft, aAlong, tolerance)) exits |= 2;
  if (crosses(ray, aLeft, aAlong, bLeft, bAlong, tolerance)) exits |= 4;
  return exits;
}

/**
 * Whether the ray crosses the side from vertex i to vertex j outward, at a distance between `near` and `far`. If `bothWays` is set, a
 * crossing inward counts too. `iLeft` and `iAlong` are the distances of vertex i to the left of the ray and along the ray.
 */
function crosses(ray: Ray2d, iLeft: number, iAlong: number, jLeft: number, jAlong: number, tolerance: number): boolean {
  const isOutward = iLeft <= tolerance && jLeft >= -tolerance;
  if (!isOutward && !(ray.bothWays && iLeft >= -tolerance && jLeft <= tolerance)) return false;
  const low = Math.min(iAlong, jAlong);
  const high = Math.max(iAlong, jAlong);
  if (low > ray.far + tolerance || high < ray.near - tolerance) return false;
  // If the side lies along the ray, any part of the side may be in range. Otherwise the crossing point must be in range.
  if (Math.abs(iLeft) <= tolerance && Math.abs(jLeft) <= tolerance) return true;
  const at = Math.min(high, Math.max(low, (iAlong * jLeft - jAlong * iLeft) / (jLeft - iLeft)));
  return at <= ray.far + tolerance && at >= ray.near - tolerance;
}
