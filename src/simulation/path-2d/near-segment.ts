import { SLIDES } from '../path/limits.ts';
import { closestOnSegment } from './closest-on-segment.ts';
import type { PathBody2d } from './path-body.ts';
import type { PathScratch2d } from './scratch.ts';

/**
 * Goes from a boundary segment near the triangle along the boundary as long as it comes nearer to p.
 * @returns the segment where that ends
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
  for (let slide = 0; slide < SLIDES; slide++) {
    let next = segment;
    for (let end = 0; end < 2; end++) {
      const across = vertexSegments[2 * segments[2 * segment + end] + end];
      closestOnSegment(scratch, body, across, px, py);
      if (closest.distanceSquared >= distance) continue;
      distance = closest.distanceSquared;
      next = across;
    }
    if (next === segment) return segment;
    segment = next;
  }
  return segment;
}
