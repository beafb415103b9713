import { FEASIBLE_TOLERANCE } from '../path/limits.ts';
import { BETWEEN, FIRST_END } from './scratch.ts';
import type { PathBody2d } from './path-body.ts';

/** Rounding error of s - p, as a share of the segment's length. If p lies on the boundary, s - p is nothing but rounding. */
const ROUNDING = 1e-12;

/** Verdict of `cull2d`: the candidate may be the answer. */
export const KEEP = 0;
/** The candidate is proved not to be the answer. */
export const CULL = 1;
/** No verdict: the proof does not hold, since the vertex's interior angle exceeds 2 pi (markFolds2d). */
export const UNDECIDED = 2;

/**
 * Infeasible-region culling: discards s if p lies outside of the feasible region of s. Then some boundary point beside s is nearer to
 * p and can be reached in the same way as s, so s is not the answer. The caller must ensure that no element near the path is
 * inverted and no inner vertex near it is branched, else the proof does not hold.
 * @param segment a boundary segment    @param feature the place of s on it: between its ends, or at one of them
 * @param x, y s - p [m]
 * @returns KEEP, CULL, or UNDECIDED if the proof does not hold
 * Source: Chen et al. 2023, section 3.6, equation 1. If s lies between the ends, the test is whether p is on the outer side.
 */
export function cull2d(body: PathBody2d, segment: number, feature: number, x: number, y: number): number {
  const { positions, topology } = body;
  const { segments, vertexSegments } = topology;
  const i = 2 * segments[2 * segment];
  const j = 2 * segments[2 * segment + 1];
  const ex = positions[j] - positions[i],
    ey = positions[j + 1] - positions[i + 1];
  const length = ex * ex + ey * ey;
  // Tolerances are relative to |s - p| plus its rounding error.
  const squared = x * x + y * y + (ROUNDING / FEASIBLE_TOLERANCE) ** 2 * length;
  // The outward normal is (ey, -ex).
  if (feature === BETWEEN) return clearlyNegative(x * ey - y * ex, length, squared) ? CULL : KEEP;

  const v = segments[2 * segment + feature - FIRST_END];
  if (body.folded[v]) return UNDECIDED;
  const before = segments[2 * vertexSegments[2 * v]];
  const after = segments[2 * vertexSegments[2 * v + 1] + 1];
  return liesTowards(positions, v, before, x, y, squared) || liesTowards(positions, v, after, x, y, squared)
    ? CULL
    : KEEP;
}

/** Equation 1: whether p lies on the side of the neighbour n, so that boundary points between n and the vertex are nearer to p. */
function liesTowards(positions: Float32Array, v: number, n: number, x: number, y: number, squared: number): boolean {
  const ex = positions[2 * n] - positions[2 * v],
    ey = positions[2 * n + 1] - positions[2 * v + 1];
  return clearlyNegative(x * ex + y * ey, ex * ex + ey * ey, squared);
}

/** Whether a dot product of two vectors, given with their squared lengths, is below zero by more than the tolerance. */
function clearlyNegative(dot: number, aSquared: number, bSquared: number): boolean {
  return dot < 0 && dot * dot > FEASIBLE_TOLERANCE * FEASIBLE_TOLERANCE * aSquared * bSquared;
}
