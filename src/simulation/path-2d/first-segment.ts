import { NONE } from '../../mesh/topology.ts';
import type { TriTopology } from '../../mesh/triangles/tri-topology.ts';
import { SLIDES } from '../path/limits.ts';
import { closest2d, closestOnSegment } from './closest-on-segment.ts';
import type { PathBody2d } from './path-body.ts';

const known = new WeakMap<TriTopology, Uint32Array>();

/**
 * For each triangle a boundary segment few elements away: where a query for a first path starts, whose length bounds
 * the search from then on. Breadth first from the boundary inward, in the order of ids. Made once a topology.
 */
export function firstSegments(topology: TriTopology): Uint32Array {
  let segments = known.get(topology);
  if (!segments) {
    segments = spreadFromBoundary(topology);
    known.set(topology, segments);
  }
  return segments;
}

function spreadFromBoundary({ triangleCount, segmentCount, segmentTriangles, neighbours }: TriTopology): Uint32Array {
  const segments = new Uint32Array(triangleCount).fill(NONE);
  const queue = new Uint32Array(triangleCount);
  let length = 0;
  for (let segment = 0; segment < segmentCount; segment++) {
    const triangle = segmentTriangles[segment];
    if (segments[triangle] !== NONE) continue;
    segments[triangle] = segment;
    queue[length++] = triangle;
  }
  for (let i = 0; i < length; i++)
    for (let corner = 0; corner < 3; corner++) {
      const next = neighbours[3 * queue[i] + corner];
      // Boundary segments are no elements: their words are larger than any.
      if (next >= triangleCount || segments[next] !== NONE) continue;
      segments[next] = segments[queue[i]];
      queue[length++] = next;
    }
  return segments;
}

/**
 * Goes from a boundary segment near the triangle along the boundary as long as it comes nearer to p.
 * @returns the segment where that ends
 */
export function slideToNearSegment(body: PathBody2d, triangle: number, px: number, py: number): number {
  const { segments, vertexSegments } = body.topology;
  let segment = body.firstSegments[triangle];
  closestOnSegment(body, segment, px, py);
  let distance = closest2d.distanceSquared;
  for (let slide = 0; slide < SLIDES; slide++) {
    let next = segment;
    for (let end = 0; end < 2; end++) {
      const across = vertexSegments[2 * segments[2 * segment + end] + end];
      closestOnSegment(body, across, px, py);
      if (closest2d.distanceSquared >= distance) continue;
      distance = closest2d.distanceSquared;
      next = across;
    }
    if (next === segment) return segment;
    segment = next;
  }
  return segment;
}
