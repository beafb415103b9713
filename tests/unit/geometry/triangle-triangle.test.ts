import { describe, expect, it } from 'vitest';
import { trianglesIntersect } from '../../../src/geometry/triangle-triangle.ts';
import { seededRandom } from '../../../src/math/random.ts';

type Point = readonly number[];
type Triangle = readonly [Point, Point, Point];

const minus = (a: Point, b: Point): Point => a.map((x, k) => x - b[k]);
const cross = (a: Point, b: Point): Point => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const dot = (a: Point, b: Point): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const sides = ([a, b, c]: Triangle): Point[] => [minus(b, a), minus(c, b), minus(a, c)];
const normal = ([a, b, c]: Triangle): Point => cross(minus(b, a), minus(c, a));

/**
 * Oracle: two convex sets are apart if and only if their projections onto some axis are. For two triangles with areas, the axes
 * perpendicular to a face, to a side within its plane, and to one side of each suffice. With small whole coordinates all is exact.
 */
function haveCommonPoint(s: Triangle, t: Triangle): boolean {
  const [n, m] = [normal(s), normal(t)];
  const axes = [
    ...[n, m],
    ...sides(s).map((side) => cross(n, side)),
    ...sides(t).map((side) => cross(m, side)),
    ...sides(s).flatMap((p) => sides(t).map((q) => cross(p, q))),
  ];
  return axes.every((axis) => {
    const [p, q] = [s, t].map((triangle) => triangle.map((point) => dot(axis, point)));
    return Math.max(...p) >= Math.min(...q) && Math.max(...q) >= Math.min(...p);
  });
}

const intersect = (s: Triangle, t: Triangle): boolean =>
  trianglesIntersect(Float32Array.from([...s, ...t].flat()), Uint32Array.from([0, 1, 2, 3, 4, 5]), 0, 3);

describe('trianglesIntersect', () => {
  it.each([1, 2, 3, 8, 100])(
    'agrees with separating axes for whole coordinates up to %d: most positions are degenerate',
    (size) => {
      const random = seededRandom(size);
      const point = (): Point => [1, 1, 1].map(() => Math.floor((2 * size + 1) * random()) - size);
      const triangle = (): Triangle => {
        for (;;) {
          const t: Triangle = [point(), point(), point()];
          if (dot(normal(t), normal(t)) > 0) return t;
        }
      };
      const met = { yes: 0, no: 0 };
      for (let i = 0; i < 20_000; i++) {
        const [s, t] = [triangle(), triangle()];
        const expected = haveCommonPoint(s, t);
        met[expected ? 'yes' : 'no']++;
        if (intersect(s, t) !== expected) expect.fail(`${JSON.stringify([s, t])}: expected ${expected}`);
      }
      expect(Math.min(met.yes, met.no)).toBeGreaterThan(1000);
    },
  );

  it('agrees for triangles in one plane', () => {
    const random = seededRandom(7);
    // The plane 2x - 3y + z = 0.
    const point = (): Point => {
      const [x, y] = [1, 1].map(() => Math.floor(9 * random()) - 4);
      return [x, y, 3 * y - 2 * x];
    };
    for (let i = 0; i < 20_000; i++) {
      const [s, t]: Triangle[] = [
        [point(), point(), point()],
        [point(), point(), point()],
      ];
      if (dot(normal(s), normal(s)) === 0 || dot(normal(t), normal(t)) === 0) continue;
      if (intersect(s, t) !== haveCommonPoint(s, t)) expect.fail(JSON.stringify([s, t]));
    }
  });

  it('decides exactly where float64 can not: a corner one last bit above or below a face', () => {
    const face: Triangle = [
      [0, 0, 0],
      [1, 0, 2 ** -24],
      [0, 1, 2 ** -23],
    ];
    const above = (z: number): Triangle => [
      [0.25, 0.25, z],
      [0, 0, 1],
      [0.5, 0.5, 1],
    ];
    const onFace = 0.25 * (2 ** -24 + 2 ** -23);
    expect(intersect(face, above(onFace))).toBe(true);
    expect(intersect(face, above(onFace + 2 ** -48))).toBe(false);
    expect(intersect(face, above(onFace - 2 ** -48))).toBe(true);
  });
});
