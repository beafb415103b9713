import { NONE } from '../../mesh/topology.ts';
import type { TriTopology } from '../../mesh/triangles/tri-topology.ts';

/**
 * The inner vertices that triangles go around more than once: there the map isn't locally injective, though every triangle may be
 * positive, and culling isn't proved for paths that reach them (docs/method.md).
 * @param positions [m], 2 a vertex    @returns vertex ids, ascending
 */
export function branchedVertices(topology: TriTopology, positions: Float32Array): Uint32Array {
  const { triangles, vertexCount, vertexSegments } = topology;
  // A turn passes the direction of x once, in one triangle, from below to above.
  const turns = new Uint8Array(vertexCount);
  for (let t = 0; t < triangles.length; t += 3)
    for (let corner = 0; corner < 3; corner++) {
      const v = triangles[t + corner];
      const y = positions[2 * v + 1];
      const isFromBelow = positions[2 * triangles[t + ((corner + 1) % 3)] + 1] < y;
      const isToAbove = positions[2 * triangles[t + ((corner + 2) % 3)] + 1] >= y;
      if (isFromBelow && isToAbove && turns[v] < 2) turns[v]++;
    }
  return Uint32Array.from(turns.keys()).filter((v) => turns[v] > 1 && vertexSegments[2 * v] === NONE);
}

/** Squared distance [m^2] from a point to the nearest of some vertices; Infinity where there are none. */
export function squaredDistanceToVertices(
  vertices: Uint32Array,
  positions: Float32Array,
  px: number,
  py: number,
): number {
  let nearest = Infinity;
  for (let i = 0; i < vertices.length; i++) {
    const x = positions[2 * vertices[i]] - px,
      y = positions[2 * vertices[i] + 1] - py;
    nearest = Math.min(nearest, x * x + y * y);
  }
  return nearest;
}
