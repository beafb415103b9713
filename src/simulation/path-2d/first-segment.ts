import { NONE } from '../../mesh/topology.ts';
import type { TriTopology } from '../../mesh/triangles/tri-topology.ts';

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
