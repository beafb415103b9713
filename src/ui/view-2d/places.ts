import { combine, type Foot, type Point } from '../../simulation/view/explain/explanation.ts';
import { boundaryPoint, pointOf, weightsIn } from '../../simulation/view/explain/explain-path-2d.ts';
import type { PathBody2d } from '../../simulation/path-2d/path-body.ts';

/** Returns the triangles that contain a point. */
export function trianglesAt(body: PathBody2d, point: Point): number[] {
  return Array.from({ length: body.topology.triangleCount }, (_, triangle) => triangle).filter((triangle) =>
    weightsIn(body, triangle, point).every((weight) => weight > 0),
  );
}

/** Returns the triangles that contain a vertex without having it as a corner. */
export function trianglesOver(body: PathBody2d, vertex: number): number[] {
  const { triangles } = body.topology;
  return trianglesAt(body, pointOf(body.positions, vertex)).filter(
    (triangle) => !triangles.subarray(3 * triangle, 3 * triangle + 3).includes(vertex),
  );
}

/** Returns the boundary point that is nearest to a place. @param p the query point, to which the result's distance refers [m] */
export function nearestFoot(body: PathBody2d, place: Point, p: Point): Foot {
  const { segments, segmentCount } = body.topology;
  const feet = Array.from({ length: segmentCount }, (_, segment) => {
    const [a, b] = Array.from(segments.subarray(2 * segment, 2 * segment + 2), (v) => pointOf(body.positions, v));
    const product = (place[0] - a[0]) * (b[0] - a[0]) + (place[1] - a[1]) * (b[1] - a[1]);
    const share = Math.min(1, Math.max(0, product / ((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2)));
    return {
      segment,
      share,
      distance: Math.hypot(...combine([a, b], [1 - share, share]).map((x, k) => x - place[k])),
    };
  });
  const { segment, share } = feet.reduce((best, foot) => (foot.distance < best.distance ? foot : best));
  return boundaryPoint(body, segment, share, p);
}

/** Returns the boundary vertex that is nearest to a place, and its distance [m]. */
export function nearestVertex({ topology, positions }: PathBody2d, place: Point): { vertex: number; distance: number } {
  const all = Array.from(new Set(topology.segments), (vertex) => ({
    vertex,
    distance: Math.hypot(...pointOf(positions, vertex).map((x, k) => x - place[k])),
  }));
  return all.reduce((best, other) => (other.distance < best.distance ? other : best));
}

/** Returns the two neighbours of a boundary vertex on the boundary: the one before it and the one after it. */
export function boundaryNeighbours(
  { topology: { segments, vertexSegments } }: PathBody2d,
  vertex: number,
): readonly [number, number] {
  return [segments[2 * vertexSegments[2 * vertex]], segments[2 * vertexSegments[2 * vertex + 1] + 1]];
}
