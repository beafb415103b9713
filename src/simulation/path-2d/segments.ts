import type { PathBody2d } from './path-body.ts';
import { BETWEEN, type ClosestOnSegment, FIRST_END, type PathScratch2d, type SegmentFeature } from './scratch.ts';
import { MAX_SLIDES } from '../path/limits.ts';

/**
 * Finds the point s of a boundary segment that is closest to the query point p. Writes s - p, its squared length, and the place of s on
 * the segment to `scratch.closest`. Counts the segment as a candidate.
 */
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
  // Subtracting p first avoids a loss of digits if p and the segment are far from the origin.
  const ax = positions[i] - px,
    ay = positions[i + 1] - py;
  const bx = positions[j] - px,
    by = positions[j + 1] - py;
  const ex = bx - ax,
    ey = by - ay;
  const lengthSquared = ex * ex + ey * ey;
  const along = -(ax * ex + ay * ey);
  work.candidates++;
  if (along <= 0 || lengthSquared === 0) writeClosest(closest, ax, ay, FIRST_END, 0);
  else if (along >= lengthSquared) writeClosest(closest, bx, by, FIRST_END + 1, 1);
  else
    writeClosest(
      closest,
      ax + (along / lengthSquared) * ex,
      ay + (along / lengthSquared) * ey,
      BETWEEN,
      along / lengthSquared,
    );
}

function writeClosest(closest: ClosestOnSegment, x: number, y: number, feature: SegmentFeature, t: number): void {
  closest.x = x;
  closest.y = y;
  closest.distanceSquared = x * x + y * y;
  closest.feature = feature;
  closest.t = t;
}

/**
 * Finds a boundary segment near p. Starts at the triangle's `firstSegments` entry and moves to an adjacent boundary segment as long as
 * that one is nearer to p, at most MAX_SLIDES times. A search tries this segment first, since a short first path bounds the rest.
 * @returns the nearest segment found
 */
export function slideToNearSegment(
  scratch: PathScratch2d,
  body: PathBody2d,
  triangle: number,
  px: number,
  py: number,
): number {
  const { closest } = scratch;
  const { segments, vertexSegments } = body.topology;
  let segment = body.firstSegments[triangle];
  closestOnSegment(scratch, body, segment, px, py);
  let distance = closest.distanceSquared;
  for (let slide = 0; slide < MAX_SLIDES; slide++) {
    let next = segment;
    for (let end = 0; end < 2; end++) {
      const adjacent = vertexSegments[2 * segments[2 * segment + end] + end];
      closestOnSegment(scratch, body, adjacent, px, py);
      if (closest.distanceSquared >= distance) continue;
      distance = closest.distanceSquared;
      next = adjacent;
    }
    if (next === segment) return segment;
    segment = next;
  }
  return segment;
}
