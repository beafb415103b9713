import { RAY_TOLERANCE } from '../path/exit-faces.ts';
import type { PathBody2d } from './path-body.ts';

/** A ray from p in the direction of s. */
export interface Ray2d {
  px: number;
  py: number;
  /** Unit direction. */
  wx: number;
  wy: number;
  /** Range of distances from p along the ray in which crossed sides count as exits [m]. */
  near: number;
  far: number;
  /** Whether sides crossed inward count as exits, too: then the walk goes both ways along the line. */
  bothWays: boolean;
}

export const createRay2d = (): Ray2d => ({ px: 0.5, py: 0.5, wx: 0.5, wy: 0.5, near: 0.5, far: 0.5, bothWays: false });

/**
 * The sides by which the ray leaves a triangle: those that it crosses, within the tolerance, in the direction of their outward
 * normal. Outward is meant as in the element's rest shape. So in an inverted element the outward side lies nearer to p than the
 * inward one, and the walk goes backward by itself.
 * @returns bit i for the side opposite corner i
 * Source: Chen et al. 2023, supplement, Algorithm 2, one dimension lower; errata: tolerance relative to the element.
 */
export function exitSides(body: PathBody2d, ray: Ray2d, triangle: number): number {
  const { positions } = body;
  const { triangles } = body.topology;
  const { px, py, wx, wy } = ray;
  let i = 2 * triangles[3 * triangle];
  let x = positions[i] - px,
    y = positions[i + 1] - py;
  // Distances to the left of the ray, and along it. All triangles around a vertex get the same bits.
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

/** Whether the ray crosses the side from i to j within its range: outward (from its left to its right), or either way if bothWays. */
function crosses(ray: Ray2d, iLeft: number, iAlong: number, jLeft: number, jAlong: number, tolerance: number): boolean {
  const outward = iLeft <= tolerance && jLeft >= -tolerance;
  if (!outward && !(ray.bothWays && iLeft >= -tolerance && jLeft <= tolerance)) return false;
  const low = Math.min(iAlong, jAlong);
  const high = Math.max(iAlong, jAlong);
  if (low > ray.far + tolerance || high < ray.near - tolerance) return false;
  // A side that lies along the ray counts wholly; of other sides, the crossing point must be in range.
  if (Math.abs(iLeft) <= tolerance && Math.abs(jLeft) <= tolerance) return true;
  const at = Math.min(high, Math.max(low, (iAlong * jLeft - jAlong * iLeft) / (jLeft - iLeft)));
  return at <= ray.far + tolerance && at >= ray.near - tolerance;
}
