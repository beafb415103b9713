import { combine, type Point } from '../../simulation/view/explain/explanation.ts';
import { pointOf, type StillBody2d } from '../../simulation/view/explain/explain-path-2d.ts';
import { boundaryNeighbours } from './places.ts';

/** A point of a triangle in both shapes of a body [m]. */
interface Corner {
  readonly now: Point;
  readonly rest: Point;
}

/** A convex part of a triangle, in the deformed shape and in the rest shape. */
export interface RegionPart {
  readonly now: readonly Point[];
  readonly rest: readonly Point[];
}

/**
 * Returns how far p lies ahead of a boundary vertex s in the direction of its boundary neighbour n: the dot product of p - s and n - s.
 * If it is positive, points of the edge from s to n are nearer to p than s is (Chen et al. 2023, equation 1).
 */
export const ahead = (p: Point, s: Point, n: Point): number =>
  (p[0] - s[0]) * (n[0] - s[0]) + (p[1] - s[1]) * (n[1] - s[1]);

/**
 * Returns the part of a body inside the feasible region of a boundary vertex: where infeasible-region culling (path-2d/culling.ts) keeps the
 * vertex as a candidate. Parts are cut from triangles, so they can be drawn in both shapes.
 */
export function feasibleRegion({ now, rest }: StillBody2d, vertex: number): RegionPart[] {
  const { triangles, triangleCount } = now.topology;
  const s = pointOf(now.positions, vertex);
  const neighbours = boundaryNeighbours(now, vertex).map((v) => pointOf(now.positions, v));
  const parts: RegionPart[] = [];
  for (let triangle = 0; triangle < triangleCount; triangle++) {
    const corners = Array.from(triangles.subarray(3 * triangle, 3 * triangle + 3), (v) => ({
      now: pointOf(now.positions, v),
      rest: pointOf(rest.positions, v),
    }));
    const part = neighbours.reduce<readonly Corner[]>(
      (left, n) => cutOff(left, ({ now: p }) => ahead(p, s, n)),
      corners,
    );
    if (part.length > 2) parts.push({ now: part.map((corner) => corner.now), rest: part.map((corner) => corner.rest) });
  }
  return parts;
}

/** Cuts off the part of a convex polygon where a linear function is positive. */
function cutOff(corners: readonly Corner[], value: (corner: Corner) => number): Corner[] {
  return corners.flatMap((from, i) => {
    const to = corners[(i + 1) % corners.length];
    const [a, b] = [value(from), value(to)];
    const kept = a <= 0 ? [from] : [];
    if (a < 0 === b < 0 || a === 0 || b === 0) return kept;
    const weights = [b / (b - a), -a / (b - a)];
    return [...kept, { now: combine([from.now, to.now], weights), rest: combine([from.rest, to.rest], weights) }];
  });
}
