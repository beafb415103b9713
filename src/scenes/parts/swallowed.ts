import type { HollowSnakeModel } from '../models/hollow-snake.ts';

type Point = readonly [number, number, number];

/** Place of a point inside a snake. */
export interface Inside {
  /** Place along the body, 1 at the mouth. */
  readonly place: number;
  /** Distance from the middle of the gullet's cross-section there [m]. */
  readonly aside: number;
  /** Mean radius of the gullet there [m]. */
  readonly gullet: number;
  /** Mean radius of the snake's surface there, over that at rest. */
  readonly bulge: number;
}

/**
 * Finds the cross-section of the gullet whose middle is nearest to a point.
 * @param positions of the snake, 3 per vertex [m]
 */
export function whereInside({ sites, gullet, mesh }: HollowSnakeModel, positions: Float32Array, point: Point): Inside {
  const rings = new Map<number, { inner: number[]; outer: number[] }>();
  const outerRadius = 0.99;
  for (let v = 0; v < gullet.length; v++) {
    const place = sites[3 * v];
    const ring = rings.get(place) ?? { inner: [], outer: [] };
    rings.set(place, ring);
    if (gullet[v]) ring.inner.push(v);
    else if (Math.hypot(sites[3 * v + 1], sites[3 * v + 2]) > outerRadius) ring.outer.push(v);
  }
  let best: Inside = { place: 1, aside: Number.POSITIVE_INFINITY, gullet: 0, bulge: 0 };
  for (const [place, { inner, outer }] of rings) {
    if (inner.length === 0) continue;
    const middle = meanOf(positions, inner);
    const aside = distance(middle, point);
    if (aside >= best.aside) continue;
    // With two layers in the wall, `outer` has both rings outside of the gullet, in either shape.
    const bulge =
      meanDistance(positions, outer, middle) / meanDistance(mesh.positions, outer, meanOf(mesh.positions, inner));
    best = { place, aside, gullet: meanDistance(positions, inner, middle), bulge };
  }
  return best;
}

/** Returns the mean position of vertices; by default of all. */
export function meanOf(positions: Float32Array, vertices?: readonly number[]): Point {
  const ids = vertices ?? Array.from({ length: positions.length / 3 }, (_, v) => v);
  const mean = (k: number) => ids.reduce((sum, v) => sum + positions[3 * v + k], 0) / ids.length;
  return [mean(0), mean(1), mean(2)];
}

const distance = (a: Point, b: Point) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

const meanDistance = (positions: Float32Array, vertices: readonly number[], from: Point) =>
  vertices.reduce((sum, v) => sum + distance([positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]], from), 0) /
  vertices.length;
