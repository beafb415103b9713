import type { TriTopology } from '../../mesh/triangles/tri-topology.ts';
import { BOUNDARY, NONE } from '../../mesh/topology.ts';

/**
 * An angle this close below a whole turn (its sine) counts as past it: culling steps aside in vain, which is harmless,
 * where rounding could hide a fold, which is not.
 */
export const ALMOST = 1e-3;

/**
 * Marks the boundary vertices whose interior angle exceeds 2 pi: there a map can fail to be locally injective though every
 * element is positive, and infeasible-region culling would throw right answers away. Inverted elements around a
 * vertex mark it too.
 * @param positions [m], 2 a vertex    @param folded written: 1 or 0 a vertex
 */
export function markFolds2d(topology: TriTopology, positions: Float32Array, folded: Uint32Array): void {
  for (let v = 0; v < topology.vertexCount; v++)
    folded[v] = topology.vertexSegments[2 * v] !== NONE && isFolded(topology, positions, v) ? 1 : 0;
}

/** Goes around the fan of a boundary vertex and looks whether a later triangle's angle holds the first side again. */
function isFolded(topology: TriTopology, positions: Float32Array, v: number): boolean {
  const { triangles, neighbours, segments, segmentTriangles, vertexSegments } = topology;
  const starting = vertexSegments[2 * v + 1];
  const x = positions[2 * v],
    y = positions[2 * v + 1];
  const first = 2 * segments[2 * starting + 1];
  const firstX = positions[first] - x,
    firstY = positions[first + 1] - y;
  let fromX = firstX,
    fromY = firstY;
  for (let t = segmentTriangles[starting]; ; ) {
    const corner = triangles[3 * t] === v ? 0 : triangles[3 * t + 1] === v ? 1 : 2;
    const to = 2 * triangles[3 * t + ((corner + 2) % 3)];
    const toX = positions[to] - x,
      toY = positions[to + 1] - y;
    if (!(fromX * toY - fromY * toX > 0)) return true; // an inverted or flat element
    const fromFirst = fromX * firstY - fromY * firstX;
    const toLast = firstX * toY - firstY * toX;
    const scale = Math.sqrt((firstX * firstX + firstY * firstY) * (toX * toX + toY * toY));
    // Of the first triangle this is 0: it ends where its own angle begins.
    const isFirst = t === segmentTriangles[starting];
    if (!isFirst && fromFirst >= 0 && toLast > -ALMOST * scale) return true;
    const next = neighbours[3 * t + ((corner + 1) % 3)];
    if (next & BOUNDARY) return false;
    t = next;
    fromX = toX;
    fromY = toY;
  }
}
