import { cases } from '../../../fixtures/tier.ts';
import { orient2d } from 'robust-predicates';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../../src/math/random.ts';
import { createContourScratch, staysSimple } from '../../../../src/simulation/self-collision/contour-test.ts';
import {
  areaSign,
  createProjection,
  POSITIVE,
  type Projection,
  UNDECIDED,
} from '../../../../src/simulation/self-collision/projection.ts';

type Point = readonly [number, number];
type Polygon = readonly Point[];

/** A closed polygon that moves from one shape to another, as projectContour would leave it. */
function projectionOf(from: Polygon, to: Polygon): Projection {
  const count = from.length;
  const points = Float64Array.from(from.flatMap((p, i) => [...p, ...to[i]]));
  const ends = Int32Array.from(from, (_, i) => (i + 1) % count);
  const boxes = Float64Array.from(
    from.flatMap((_, i) => {
      const corners = [from[i], from[ends[i]], to[i], to[ends[i]]];
      const [us, vs] = [0, 1].map((k) => corners.map((p) => p[k]));
      return [Math.min(...us), Math.min(...vs), Math.max(...us), Math.max(...vs)];
    }),
  );
  return {
    ...createProjection(),
    ...{ count, points, ends, boxes, isMoving: from !== to },
    froms: Int32Array.from(from, (_, i) => i),
    tos: ends,
    size: Math.max(...points.map(Math.abs)),
  };
}

const isSimple = (from: Polygon, to = from) => staysSimple(projectionOf(from, to), createContourScratch());

/** Whether two closed segments have a common point, exactly. */
function meet([p, q]: readonly [Point, Point], [r, s]: readonly [Point, Point]): boolean {
  const turn = (a: Point, b: Point, c: Point) => orient2d(...a, ...b, ...c);
  const [a, b, c, d] = [turn(p, q, r), turn(p, q, s), turn(r, s, p), turn(r, s, q)];
  if (a === 0 && b === 0)
    return [0, 1].every(
      (k) => Math.max(p[k], q[k]) >= Math.min(r[k], s[k]) && Math.max(r[k], s[k]) >= Math.min(p[k], q[k]),
    );
  return a * b <= 0 && c * d <= 0;
}

/** Oracle: whether no two sides of a closed polygon touch, except neighbours in their common corner. */
function isSimpleByBruteForce(polygon: Polygon): boolean {
  const n = polygon.length;
  const side = (i: number) => [polygon[i], polygon[(i + 1) % n]] as const;
  for (let i = 0; i < n; i++) {
    const [a, b] = side(i);
    const [, c] = side((i + 1) % n);
    const foldsBack =
      orient2d(...a, ...b, ...c) === 0 && (b[0] - a[0]) * (c[0] - b[0]) + (b[1] - a[1]) * (c[1] - b[1]) <= 0;
    if (foldsBack) return false;
    for (let j = i + 2; j < n; j++) if ((j + 1) % n !== i && meet(side(i), side(j))) return false;
  }
  return true;
}

/** A star-shaped outline with some corners moved: simple or not. */
function drawPolygon(random: () => number, disorder: number): Polygon {
  const n = 3 + Math.floor(30 * random());
  return Array.from({ length: n }, (_, i) => {
    const angle = ((i + disorder * (random() - 0.5)) * 2 * Math.PI) / n;
    const r = 1 + disorder * (random() - 0.5);
    return [r * Math.cos(angle), r * Math.sin(angle)];
  });
}

const between = (p: Polygon, q: Polygon, t: number): Polygon =>
  p.map(([u, v], i) => [u + t * (q[i][0] - u), v + t * (q[i][1] - v)]);

describe('a contour at rest', () => {
  it('is simple exactly if brute force says so, for thousands of outlines', () => {
    const random = seededRandom(5);
    const seen = { simple: 0, crossing: 0 };
    for (let i = 0; i < cases(4000, 1500); i++) {
      const polygon = drawPolygon(random, 2.5 * random());
      const expected = isSimpleByBruteForce(polygon);
      seen[expected ? 'simple' : 'crossing']++;
      if (isSimple(polygon) !== expected) expect.fail(`${JSON.stringify(polygon)}: expected ${expected}`);
    }
    expect(Math.min(seen.simple, seen.crossing)).toBeGreaterThan(cases(500, 180));
  });

  it('is simple only if exact predicates say so, for whole coordinates, where most outlines touch themselves', () => {
    const random = seededRandom(6);
    let simple = 0;
    for (let i = 0; i < cases(20_000, 6000); i++) {
      const n = 3 + Math.floor(5 * random());
      const polygon = Array.from({ length: n }, (): Point => [Math.floor(5 * random()), Math.floor(5 * random())]);
      const expected = isSimpleByBruteForce(polygon);
      simple += Number(expected);
      if (isSimple(polygon) !== expected) expect.fail(`${JSON.stringify(polygon)}: expected ${expected}`);
    }
    expect(simple).toBeGreaterThan(cases(1000, 300));
  });

  it('is not simple if it folds back, winds twice, or has two corners in one place', () => {
    expect(
      isSimple([
        [0, 0],
        [2, 0],
        [1, 0],
        [1, 1],
      ]),
    ).toBe(false);
    expect(
      isSimple([
        [0, 0],
        [1, 0],
        [0, 1],
        [0, 0],
        [1, 0],
        [0, 1],
      ]),
    ).toBe(false);
    expect(
      isSimple([
        [0, 0],
        [1, 0],
        [1, 0],
        [0, 1],
      ]),
    ).toBe(false);
    expect(
      isSimple([
        [0, 0],
        [0, 0],
        [0, 0],
      ]),
    ).toBe(false);
    expect(
      isSimple([
        [0, 0],
        [1, 0],
        [2, 0],
        [2, 1],
      ]),
    ).toBe(true);
  });

  it('counts as crossing if rounding errors can not be told from a crossing', () => {
    const tiny = 2 ** -52;
    expect(
      isSimple([
        [0, 0],
        [1, 0],
        [1, 1],
        [0.5, tiny],
        [0, 1],
      ]),
    ).toBe(false);
    expect(
      isSimple([
        [0, 0],
        [1, 0],
        [1, 1],
        [0.5, 1e-9],
        [0, 1],
      ]),
    ).toBe(true);
  });
});

describe('a contour that moves', () => {
  it('stays simple only if it is simple at every time that is looked at; most that stay so are known', () => {
    const random = seededRandom(8);
    const seen = { stays: 0, known: 0, crosses: 0 };
    for (let i = 0; i < cases(800, 250); i++) {
      const from = drawPolygon(random, 1.2 * random());
      const amount = 1.5 * random() ** 2;
      const to = from.map(([u, v]): Point => [u + amount * (random() - 0.5), v + amount * (random() - 0.5)]);
      const stays = Array.from({ length: 21 }, (_, k) => k / 20).every((t) =>
        isSimpleByBruteForce(between(from, to, t)),
      );
      const known = isSimple(from, to);
      if (known && !stays) expect.fail(`${JSON.stringify([from, to])}: crosses itself`);
      seen.stays += Number(stays);
      seen.known += Number(known);
      seen.crosses += Number(!stays);
    }
    expect(seen.crosses).toBeGreaterThan(cases(100, 30));
    expect(seen.known).toBeGreaterThan(0.7 * seen.stays);
  });

  it('does not stay simple if it turns over and back, with the same sense at both ends', () => {
    // A triangle whose area is 1 at the start, 1 at the end, and -0.5 in between.
    const [from, to]: Polygon[] = [
      [
        [0, 0],
        [1, 0],
        [0, 1],
      ],
      [
        [0, 0],
        [0, 1],
        [-1, -4],
      ],
    ];
    expect(isSimple(from) && isSimple(to)).toBe(true);
    expect(areaSign(projectionOf(from, from), 0, 1, 2, 0)).toBe(POSITIVE);
    expect(areaSign(projectionOf(to, to), 0, 1, 2, 0)).toBe(POSITIVE);
    expect(areaSign(projectionOf(from, to), 0, 1, 2, 0)).toBe(UNDECIDED);
    expect(isSimple(from, to)).toBe(false);
  });

  it('does not stay simple if a corner passes a side and returns to a place beside it', () => {
    // The corner (1, 1) moves to (-0.5, -0.5): the outline is simple at both ends, but turned inside out.
    const from: Polygon = [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
    ];
    const mirrored = from.map(([u, v]): Point => [v, u]);
    expect(isSimpleByBruteForce(from) && isSimpleByBruteForce(mirrored)).toBe(true);
    expect(isSimple(from, mirrored)).toBe(false);
  });
});
