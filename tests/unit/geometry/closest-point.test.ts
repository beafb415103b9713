import { seededRandom } from '../../fixtures/box-world.ts';
import { describe, expect, test } from 'vitest';
import { closestPointOnTriangle, createClosestPoint } from '../../../src/geometry/closest-point.ts';

const closest = createClosestPoint();
const { triangle } = closest;

type Vector = readonly [number, number, number];

/** Pseudo-random numbers in [-1, 1), the same in every run. */
function numbers(seed: number): () => number {
  const random = seededRandom(seed);
  return () => 2 * random() - 1;
}
const point = (next: () => number, scale: number): Vector => [scale * next(), scale * next(), scale * next()];

/** Squared distance of the origin to the triangle, by ternary search in its two barycentric coordinates (it is convex). */
function searchDistanceSquared(a: Vector, b: Vector, c: Vector): number {
  const squared = (s: number, t: number) =>
    [0, 1, 2].reduce((sum, k) => sum + (a[k] + s * (b[k] - a[k] + t * (c[k] - b[k]))) ** 2, 0);
  const least = (f: (x: number) => number): number => {
    let [low, high] = [0, 1];
    for (let i = 0; i < 90; i++) {
      const [l, h] = [low + (high - low) / 3, high - (high - low) / 3];
      if (f(l) < f(h)) high = h;
      else low = l;
    }
    return f((low + high) / 2);
  };
  return Math.min(
    least((s) => squared(s, 0)),
    least((s) => squared(s, 1)),
    least((t) => squared(1, t)),
    least((u) =>
      least((v) =>
        [0, 1, 2].reduce((sum, k) => sum + (a[k] + u * (b[k] - a[k]) + v * (1 - u) * (c[k] - a[k])) ** 2, 0),
      ),
    ),
  );
}

function check(a: Vector, b: Vector, c: Vector, size: number): void {
  triangle.set([...a, ...b, ...c]);
  closestPointOnTriangle(closest);
  const { x, y, z, distanceSquared, feature, b0, b1 } = closest;
  const weights = [b0, b1, 1 - b0 - b1];
  for (const w of weights) expect(w).toBeGreaterThanOrEqual(-1e-12);
  [x, y, z].forEach((value, k) => {
    expect(Math.abs(weights[0] * a[k] + weights[1] * b[k] + weights[2] * c[k] - value)).toBeLessThan(1e-12 * size);
  });
  expect(Math.abs(x * x + y * y + z * z - distanceSquared)).toBeLessThan(1e-15 * size * size);
  const zeros = [[], [2], [0], [1], [1, 2], [0, 2], [0, 1]][feature];
  for (const k of zeros) expect(Math.abs(weights[k])).toBeLessThan(1e-15);
  const exact = searchDistanceSquared(a, b, c);
  expect(Math.abs(Math.sqrt(distanceSquared) - Math.sqrt(exact))).toBeLessThan(1e-7 * size);
}

describe('closest point on a triangle', () => {
  for (const size of [1e-9, 1, 1e9])
    test(`agrees with a search, size ${size}`, () => {
      const next = numbers(7);
      const features = new Set<number>();
      for (let i = 0; i < 150; i++) {
        // Farther away, the corners get their share.
        const shift = point(next, 3 * size);
        const corner = () => point(next, size).map((x, k) => x + shift[k]) as unknown as Vector;
        check(corner(), corner(), corner(), 4 * size);
        features.add(closest.feature);
      }
      expect([...features].sort()).toEqual([0, 1, 2, 3, 4, 5, 6]);
    });

  test('needles, far triangles and triangles without area', () => {
    const next = numbers(11);
    for (let i = 0; i < 50; i++) {
      const [a, b] = [point(next, 1), point(next, 1)];
      const t = next();
      const between = a.map((x, k) => x + t * (b[k] - x)) as unknown as Vector;
      const beside = between.map((x) => x + 1e-7 * next()) as unknown as Vector;
      for (const c of [between, beside, a]) {
        check(a, b, c, 1);
        check(c, a, b, 1);
        check(b, c, a, 1);
      }
      check(a, a, a, 1);
      const far = a.map((x) => x + 50) as unknown as Vector;
      check(
        far,
        far.map((x, k) => x + 0.1 * b[k]) as unknown as Vector,
        far.map((x) => x + 0.1 * next()) as unknown as Vector,
        50,
      );
    }
  });

  test('the origin on a corner is that corner', () => {
    triangle.set([1, 0, 0, 0, 0, 0, 0, 1, 0]);
    closestPointOnTriangle(closest);
    expect(closest).toMatchObject({ feature: 5, distanceSquared: 0, b0: 0, b1: 1 });
  });
});
