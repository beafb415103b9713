import type { PathBody2d } from './path-body.ts';
import { BETWEEN, FIRST_END, type SegmentFeature } from './limits.ts';
import type { ClosestOnSegment, PathScratch2d } from './scratch.ts';

/** The closest point on a boundary segment to p, into `scratch.closest`, as a candidate of a query. */
export function closestOnSegment(
  scratch: PathScratch2d,
  { positions, topology }: PathBody2d,
  segment: number,
  px: number,
  py: number,
): void {
  const { closest, work } = scratch;
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
  work.candidates++;
  if (along <= 0 || squared === 0) finish(closest, ax, ay, FIRST_END, 0);
  else if (along >= squared) finish(closest, bx, by, FIRST_END + 1, 1);
  else finish(closest, ax + (along / squared) * ex, ay + (along / squared) * ey, BETWEEN, along / squared);
}

function finish(closest: ClosestOnSegment, x: number, y: number, feature: SegmentFeature, t: number): void {
  closest.x = x;
  closest.y = y;
  closest.distanceSquared = x * x + y * y;
  closest.feature = feature;
  closest.t = t;
}
