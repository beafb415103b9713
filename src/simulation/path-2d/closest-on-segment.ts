import type { PathBody2d } from './path-body.ts';
import { pathWork2d } from './path-work.ts';

/** Where a closest point on a segment lies: between its ends, or on its first or second vertex. */
export type SegmentFeature = number;
export const BETWEEN = 0;
export const FIRST_END = 1;

/** The last result of `closestOnSegment`; overwritten by each call, so that none allocates. */
export const closest2d = {
  /** Closest point minus the query point [m]. */
  x: 0.5,
  y: 0.5,
  /** [m^2] */
  distanceSquared: 0.5,
  feature: BETWEEN as SegmentFeature,
  /** Share of the way from the segment's first vertex to its second, 0..1. */
  t: 0.5,
};

/** The closest point on a boundary segment to p, into `closest2d`, as a candidate of a query. */
export function closestOnSegment({ positions, topology }: PathBody2d, segment: number, px: number, py: number): void {
  const { segments } = topology;
  const i = 2 * segments[2 * segment];
  const j = 2 * segments[2 * segment + 1];
  // The query point is subtracted first, which keeps the digits that matter far from the origin.
  const ax = positions[i] - px,
    ay = positions[i + 1] - py;
  const bx = positions[j] - px,
    by = positions[j + 1] - py;
  const ex = bx - ax,
    ey = by - ay;
  const squared = ex * ex + ey * ey;
  const along = -(ax * ex + ay * ey);
  pathWork2d.candidates++;
  if (along <= 0 || squared === 0) finish(ax, ay, FIRST_END, 0);
  else if (along >= squared) finish(bx, by, FIRST_END + 1, 1);
  else finish(ax + (along / squared) * ex, ay + (along / squared) * ey, BETWEEN, along / squared);
}

function finish(x: number, y: number, feature: SegmentFeature, t: number): void {
  closest2d.x = x;
  closest2d.y = y;
  closest2d.distanceSquared = x * x + y * y;
  closest2d.feature = feature;
  closest2d.t = t;
}
