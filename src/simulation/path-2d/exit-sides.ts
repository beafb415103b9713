import { RAY_TOLERANCE } from '../path/exit-faces.ts';
import type { PathBody2d } from './path-body.ts';

/** A ray from p in the direction of s. */
export interface Ray2d {
  px: number;
  py: number;
  /** Unit direction. */
  wx: number;
  wy: number;
  /** Sides crossed before or beyond these distances from p along the ray are no exits [m]. */
  near: number;
  far: number;
  /** Whether sides count that are crossed inward, too: the walk goes both ways along the line. */
  bothWays: boolean;
}

export const createRay2d = (): Ray2d => ({ px: 0.5, py: 0.5, wx: 0.5, wy: 0.5, near: 0.5, far: 0.5, bothWays: false });

/**
 * The sides by which the ray leaves a triangle: those that it crosses, within the tolerance, in the direction of their
 * outward normal. The orientation is the element's own (as in its rest shape): where an element is inverted, its outward
 * side lies nearer to p than its inward one, and the walk goes backward by itself.
 * @returns bit i for the side opposite corner i
 * Source: Chen et al. 2023, supplement, Algorithm 2, a dimension lower; errata: tolerance relative to the element.
 */
export function exitSides(body: PathBody2d, ray: Ray2d, triangle: number): number {
  const { positions } = body;
  const { triangles } = body.topology;
  const { px, py, wx, wy } = ray;
  let i = 2 * triangles[3 * triangle];
  let x = positions[i] - px,
    y = positions[i + 1] - py;
  // Distance to the left of the ray, and along it. The same bits from every triangle around a vertex.
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

/** Whether the ray crosses the side from i to j within its reach: from the left of the side to its right, or both ways. */
function crosses(ray: Ray2d, iLeft: number, iAlong: number, jLeft: number, jAlong: number, tolerance: number): boolean {
  const outward = iLeft <= tolerance && jLeft >= -tolerance;
  if (!outward && !(ray.bothWays && iLeft >= -tolerance && jLeft <= tolerance)) return false;
  const low = Math.min(iAlong, jAlong);
  const high = Math.max(iAlong, jAlong);
  if (low > ray.far + tolerance || high < ray.near - tolerance) return false;
  // Along the ray, all of the side counts; else the place where they cross.
  if (Math.abs(iLeft) <= tolerance && Math.abs(jLeft) <= tolerance) return true;
  const at = Math.min(high, Math.max(low, (iAlong * jLeft - jAlong * iLeft) / (jLeft - iLeft)));
  return at <= ray.far + tolerance && at >= ray.near - tolerance;
}
