import { FEASIBLE_TOLERANCE } from '../path/limits.ts';
import { BETWEEN, FIRST_END } from './scratch.ts';
import type { PathBody2d } from './path-body.ts';

/**
 * Rounding error of s - p, as a share of the segment's length. Here p is the query point, and s the point of a boundary segment closest
 * to p. If p lies on the segment, s - p consists of rounding errors only.
 */
const ROUNDING = 1e-12;

/** Verdict of `cull2d`: the candidate may be the answer. */
export const KEEP = 0;
/** The candidate is proved not to be the answer. */
export const CULL = 1;
/** Culling cannot judge the candidate: s is a vertex whose interior angle exceeds 2 pi (markFolds2d), so the proof does not hold. */
export const UNDECIDED = 2;

/**
 * Judges the candidate s by infeasible-region culling: if p lies outside of the feasible region of s, s is not the answer. If s lies
 * between the ends of its segment, its feasible region is the segment's inner side. If s is an end, the feasible region is where no
 * boundary point beside s is nearer to p than s; if there is one, it can be reached in the same way as s. The proof requires that the path
 * meets no inverted triangle and no branched vertex (branchedVertices), which the caller must ensure.
 * @param segment the boundary segment that s lies on
 * @param feature place of s on the segment: between its ends, or at one of them
 * @param x, y s - p [m]
 * @returns KEEP, CULL or UNDECIDED
 * Source: Chen et al. 2023, section 3.6, equation 1.
 */
export function cull2d(body: PathBody2d, segment: number, feature: number, x: number, y: number): number {
  const { positions, topology } = body;
  const { segments, vertexSegments } = topology;
  const i = 2 * segments[2 * segment];
  const j = 2 * segments[2 * segment + 1];
  const ex = positions[j] - positions[i],
    ey = positions[j + 1] - positions[i + 1];
  const lengthSquared = ex * ex + ey * ey;
  // |s - p|^2, enlarged so that FEASIBLE_TOLERANCE times this distance (in clearlyNegative) is never below the rounding error of s - p.
  const distanceSquared = x * x + y * y + (ROUNDING / FEASIBLE_TOLERANCE) ** 2 * lengthSquared;
  // The outward normal is (ey, -ex).
  if (feature === BETWEEN) return clearlyNegative(x * ey - y * ex, lengthSquared, distanceSquared) ? CULL : KEEP;

  const v = segments[2 * segment + feature - FIRST_END];
  if (body.folded[v]) return UNDECIDED;
  const before = segments[2 * vertexSegments[2 * v]];
  const after = segments[2 * vertexSegments[2 * v + 1] + 1];
  return liesTowards(positions, v, before, x, y, distanceSquared) ||
    liesTowards(positions, v, after, x, y, distanceSquared)
    ? CULL
    : KEEP;
}

/**
 * Whether p lies towards n, a neighbour of vertex v on the boundary: the directions from v to p and from v to n form an angle below 90
 * degrees. Then boundary points between v and n are nearer to p than v (equation 1). A tolerance covers rounding.
 */
function liesTowards(positions: Float32Array, v: number, n: number, x: number, y: number, squared: number): boolean {
  const ex = positions[2 * n] - positions[2 * v],
    ey = positions[2 * n + 1] - positions[2 * v + 1];
  return clearlyNegative(x * ex + y * ey, ex * ex + ey * ey, squared);
}

/** Whether the dot product of two vectors a and b is negative by more than the tolerance: the cosine is below -FEASIBLE_TOLERANCE. */
function clearlyNegative(dot: number, aSquared: number, bSquared: number): boolean {
  return dot < 0 && dot * dot > FEASIBLE_TOLERANCE * FEASIBLE_TOLERANCE * aSquared * bSquared;
}
