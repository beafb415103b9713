import { FEASIBLE_TOLERANCE } from '../path/limits.ts';
import { BETWEEN, FIRST_END } from './scratch.ts';
import type { PathBody2d } from './path-body.ts';

/** Rounding error of s - p, as a share of the segment's length: where p lies on the boundary, there is nothing else in it. */
const ROUNDING = 1e-12;

export const KEEP = 0;
export const CULL = 1;
/** The region isn't proved here: the vertex's interior angle exceeds 2 pi (folds.ts). */
export const ASIDE = 2;

/**
 * Infeasible-region culling: whether a point that is nearer to p than s, and reached as s would be, proves that s can't be
 * the closest boundary point. Proved where no element near the path is inverted, and no inner vertex branched (the caller's duty).
 * @param segment a boundary segment and `feature` of it that holds s    @param x, y s - p [m]
 * @returns KEEP, CULL, or ASIDE where it can't be told
 * Source: Chen et al. 2023, section 3.6, equation 1. Between the ends: p on the segment's outer side.
 */
export function cull2d(body: PathBody2d, segment: number, feature: number, x: number, y: number): number {
  const { positions, topology } = body;
  const { segments, vertexSegments } = topology;
  const i = 2 * segments[2 * segment];
  const j = 2 * segments[2 * segment + 1];
  const ex = positions[j] - positions[i],
    ey = positions[j + 1] - positions[i + 1];
  const length = ex * ex + ey * ey;
  // What dot products with s - p are compared with: its length, and what may be wrong of it.
  const squared = x * x + y * y + (ROUNDING / FEASIBLE_TOLERANCE) ** 2 * length;
  // The outward normal is (ey, -ex).
  if (feature === BETWEEN) return clearlyNegative(x * ey - y * ex, length, squared) ? CULL : KEEP;

  const v = segments[2 * segment + feature - FIRST_END];
  if (body.folded[v]) return ASIDE;
  const before = segments[2 * vertexSegments[2 * v]];
  const after = segments[2 * vertexSegments[2 * v + 1] + 1];
  return liesTowards(positions, v, before, x, y, squared) || liesTowards(positions, v, after, x, y, squared)
    ? CULL
    : KEEP;
}

/** Equation 1: whether p lies on the side of the neighbour n, so that points between it and the vertex are nearer to p. */
function liesTowards(positions: Float32Array, v: number, n: number, x: number, y: number, squared: number): boolean {
  const ex = positions[2 * n] - positions[2 * v],
    ey = positions[2 * n + 1] - positions[2 * v + 1];
  return clearlyNegative(x * ex + y * ey, ex * ex + ey * ey, squared);
}

/** Whether a dot product of two vectors, given with their squared lengths, is below zero by more than the tolerance. */
function clearlyNegative(dot: number, aSquared: number, bSquared: number): boolean {
  return dot < 0 && dot * dot > FEASIBLE_TOLERANCE * FEASIBLE_TOLERANCE * aSquared * bSquared;
}
