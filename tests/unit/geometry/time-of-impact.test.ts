import { cases } from '../../fixtures/tier.ts';
import fc from 'fast-check';
import { seededRandom } from '../../fixtures/box-world.ts';
import { describe, expect, it } from 'vitest';
import { createImpact, edgeEdgeTimeOfImpact, vertexFaceTimeOfImpact } from '../../../src/geometry/time-of-impact.ts';
import { NONZERO_INPUT_ERROR } from '../../../src/simulation/contacts/ccd/sweep.ts';
import { firstImpact, scaledTime } from './impact-oracle.ts';

type Point = readonly [number, number, number];

const TIME_TOLERANCE = 1e-6;
const impact = createImpact();
const add = (p: Point, q: Point): Point => [p[0] + q[0], p[1] + q[1], p[2] + q[2]];
/** Four points, each with its displacement. */
const motion = (start: readonly Point[], moves: readonly Point[]): Float64Array =>
  new Float64Array([...start, ...start.map((p, i) => add(p, moves[i]))].flat());
const STILL: Point = [0, 0, 0];

/** Seeded numbers in [-1, 1). */
function generator(seed: number): () => number {
  const random = seededRandom(seed);
  return () => 2 * random() - 1;
}

const solve = (points: Float64Array, square: boolean, inputError = 0): boolean =>
  (square ? edgeEdgeTimeOfImpact : vertexFaceTimeOfImpact)(points, 0, impact, inputError);

/** Distance at impact.t between the points given by impact.u and impact.v. */
function gapAtImpact(points: Float64Array, square: boolean): number {
  const { t, u, v } = impact;
  const weights = square ? [1 - u, u, v - 1, -v] : [1, u + v - 1, -u, -v];
  const offset = [0, 1, 2].map((k) =>
    weights.reduce((sum, w, i) => sum + w * ((1 - t) * points[3 * i + k] + t * points[3 * i + k + 12]), 0),
  );
  return Math.hypot(...offset);
}

describe.each([
  ['vertex-face', false],
  ['edge-edge', true],
] as const)('%s, against exact roots of the cubic', (_, square) => {
  it.each([
    ['of size 1', 1, 0],
    ['of size 1e-3', 1e-3, 0],
    ['of size 1e3', 1e3, 0],
    ['of size 1e-3, far from the origin', 1e-3, 4096],
  ])('agrees on random motions %s', (_, size, far) => {
    const random = generator(square ? 11 : 7);
    const counts = { apart: 0, contact: 0, degenerate: 0 };
    for (let i = 0; i < cases(400, 100); i++) {
      const points = Float64Array.from({ length: 24 }, () => far + size * random());
      const truth = firstImpact(points, square);
      counts[truth.kind]++;
      expect(solve(points, square), `query ${i}`).toBe(truth.kind === 'contact');
      if (truth.kind !== 'contact') continue;
      expect(scaledTime(impact.t) <= truth.latest, `query ${i}: late`).toBe(true);
      expect(truth.earliest - scaledTime(impact.t) <= scaledTime(TIME_TOLERANCE), `query ${i}: early`).toBe(true);
      expect(gapAtImpact(points, square)).toBeLessThan(size * 10 * TIME_TOLERANCE);
    }
    expect(counts.contact).toBeGreaterThan(cases(20, 5));
    expect(counts.degenerate).toBe(0);
  });

  it('agrees on integers between -2 and 2, where touching and parallel elements abound', () => {
    let compared = 0;
    const coordinates = fc.array(fc.integer({ min: -2, max: 2 }), { minLength: 24, maxLength: 24 });
    const agrees = fc.property(coordinates, (numbers) => {
      const points = Float64Array.from(numbers);
      const truth = firstImpact(points, square);
      if (truth.kind === 'degenerate') return;
      compared++;
      expect(solve(points, square)).toBe(truth.kind === 'contact');
      if (truth.kind !== 'contact') return;
      expect(scaledTime(impact.t) <= truth.latest, 'late').toBe(true);
      expect(truth.earliest - scaledTime(impact.t) <= scaledTime(TIME_TOLERANCE), 'early').toBe(true);
    });
    fc.assert(agrees, { seed: 23, numRuns: cases(1500, 400) });
    expect(compared).toBeGreaterThan(cases(1000, 260));
  });

  it('misses nothing and is never late where what is open is a hit, as the step asks', () => {
    const random = generator(31);
    let contacts = 0;
    for (let i = 0; i < cases(800, 200); i++) {
      // Half of them on a coarse grid, where float64 leaves many queries undecided.
      const points = Float64Array.from({ length: 24 }, i % 2 ? random : () => Math.round(2 * random()));
      const truth = firstImpact(points, square);
      if (truth.kind !== 'contact') continue;
      contacts++;
      expect(solve(points, square, NONZERO_INPUT_ERROR), `query ${i}: ${points.join()}`).toBe(true);
      expect(scaledTime(impact.t) <= truth.latest, `query ${i}: late`).toBe(true);
    }
    expect(contacts).toBeGreaterThan(cases(50, 12));
  });

  it('is apart only by more than the errors of coordinates', () => {
    // Elements in the plane x + y + z = 1, the second one lifted off it.
    const elements = square ? [1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, -1] : [0.5, 0.25, 0.25, 1, 0, 0, 0, 1, 0, 0, 0, 1];
    const error = 1e-6;
    const lifted = (height: number) => {
      const still = elements.map((x, i) => (i < (square ? 6 : 3) ? x + height : x));
      return new Float64Array([...still, ...still]);
    };
    for (const side of [1, -1]) {
      expect(solve(lifted(side * 1.9 * error), square, error)).toBe(true);
      expect(solve(lifted(side * 2.1 * error), square, error)).toBe(false);
      expect(solve(lifted(side * 1e-14), square)).toBe(false);
    }
  });

  it('stays conservative where coordinates have errors', () => {
    const random = generator(5);
    for (let i = 0; i < cases(500, 120); i++) {
      const points = Float64Array.from({ length: 24 }, random);
      const truth = firstImpact(points, square);
      const moved = points.map((x) => x + 1e-9 * random());
      if (truth.kind !== 'contact') continue;
      expect(solve(moved, square, 1.001e-9)).toBe(true);
      expect(scaledTime(impact.t) <= truth.latest, `query ${i}: late`).toBe(true);
    }
  });
});

describe('vertex-face', () => {
  const FACE: readonly Point[] = [
    [0, 0, 0],
    [1, 0, 0],
    [0, 1, 0],
  ];
  const fall = (start: Point, move: Point): Float64Array => motion([start, ...FACE], [move, STILL, STILL, STILL]);

  it('finds a falling vertex, its time and its weights', () => {
    expect(solve(fall([0.25, 0.5, 0.75], [0, 0, -2]), false)).toBe(true);
    expect(impact.t).toBeCloseTo(0.375, 6);
    expect(impact.t).toBeLessThanOrEqual(0.375);
    expect(impact.u).toBeCloseTo(0.25, 9);
    expect(impact.v).toBeCloseTo(0.5, 9);
  });

  it('touches at t = 0 when it starts on the face, also without any motion', () => {
    for (const move of [STILL, [0, 0, 1], [0.1, 0.1, 0], [0, 0, -1]] as const) {
      expect(solve(fall([0.25, 0.25, 0], move), false)).toBe(true);
      expect(impact.t).toBe(0);
    }
  });

  it('counts touching at t = 1, on an edge and on a corner, and nothing a hair beside', () => {
    expect(solve(fall([0.25, 0.25, 1], [0, 0, -1]), false)).toBe(true);
    expect(impact.t).toBeGreaterThan(1 - TIME_TOLERANCE);
    expect(solve(fall([0.25, 0.25, 1], [0, 0, -1 + 2 ** -52]), false)).toBe(false);
    for (const [x, y] of [
      [0.5, 0],
      [0.5, 0.5],
      [0, 0],
      [1, 0],
    ] as const) {
      expect(solve(fall([x, y, 0.3], [0, 0, -0.7]), false)).toBe(true);
      expect(impact.t).toBeCloseTo(3 / 7, 6);
    }
    expect(solve(fall([0.5, -(2 ** -60), 0.3], [0, 0, -0.7]), false)).toBe(false);
  });

  it('finds the side that a vertex in the plane of the face crosses first', () => {
    const random = generator(3);
    let hits = 0;
    for (let i = 0; i < 1000; i++) {
      const start: Point = [2 * random(), 2 * random(), 0];
      const move: Point = [3 * random(), 3 * random(), 0];
      // Clips the vertex's path by the half-planes of the sides.
      let [enter, leave] = [0, 1];
      for (const [value, slope] of [
        [start[0], move[0]],
        [start[1], move[1]],
        [1 - start[0] - start[1], -move[0] - move[1]],
      ]) {
        if (slope > 0) enter = Math.max(enter, -value / slope);
        else leave = Math.min(leave, -value / slope);
      }
      expect(solve(fall(start, move), false), `query ${i}`).toBe(enter <= leave);
      if (enter > leave) continue;
      hits++;
      expect(impact.t).toBeLessThan(enter + 1e-15);
      expect(impact.t).toBeGreaterThanOrEqual(enter - TIME_TOLERANCE);
    }
    expect(hits).toBeGreaterThan(100);
  });

  it('meets a face shrunk to a segment or a point', () => {
    const still = [STILL, STILL, STILL];
    const segment: readonly Point[] = [
      [0, 0, 0],
      [1, 1, 1],
      [2, 2, 2],
    ];
    expect(solve(motion([[1.5, 1.5, 2.5], ...segment], [[0, 0, -2], ...still]), false)).toBe(true);
    expect(impact.t).toBeCloseTo(0.5, 6);
    expect(solve(motion([[1.5, 1.25, 2.5], ...segment], [[0, 0, -2], ...still]), false)).toBe(false);
    const point: readonly Point[] = [STILL, STILL, STILL];
    expect(solve(motion([[1, 2, 4], ...point], [[-2, -4, -8], ...still]), false)).toBe(true);
    expect(impact.t).toBeCloseTo(0.5, 6);
    expect(solve(motion([[1, 2, 4], ...point], [[-2, -4, -8.001], ...still]), false)).toBe(false);
  });

  it('reads from an offset', () => {
    const points = new Float64Array(50);
    points.set(fall([0.25, 0.25, 1], [0, 0, -2]), 26);
    expect(vertexFaceTimeOfImpact(points, 26, impact)).toBe(true);
    expect(impact.t).toBeCloseTo(0.5, 6);
  });
});

describe('edge-edge', () => {
  const fall = (start: readonly Point[], move: Point): Float64Array => motion(start, [STILL, STILL, move, move]);

  it('finds crossing edges, their time and parameters', () => {
    const edges: readonly Point[] = [
      [0, 0, 0],
      [4, 0, 0],
      [1, -1, 1],
      [1, 3, 1],
    ];
    expect(solve(fall(edges, [0, 0, -4]), true)).toBe(true);
    expect(impact.t).toBeCloseTo(0.25, 6);
    expect(impact.u).toBeCloseTo(0.25, 6);
    expect(impact.v).toBeCloseTo(0.25, 6);
  });

  it('finds parallel edges, collinear edges, and nothing where they pass each other', () => {
    const parallel: readonly Point[] = [
      [0, 0, 0],
      [1, 2, 3],
      [0.5, 1, 2.5],
      [1.5, 3, 5.5],
    ];
    expect(solve(fall(parallel, [0, 0, -2]), true)).toBe(true);
    expect(impact.t).toBeCloseTo(0.5, 6);
    expect(solve(fall(parallel, [0, 0.01, -2]), true)).toBe(false);
    const collinear: readonly Point[] = [
      [0, 0, 0],
      [1, 2, 3],
      [3, 6, 9],
      [2, 4, 6],
    ];
    expect(solve(fall(collinear, [-2, -4, -6]), true)).toBe(true);
    expect(impact.t).toBeCloseTo(0.5, 6);
    expect(impact.u).toBeCloseTo(1, 6);
    expect(solve(fall(collinear, [-1, -2, -3 + 2 ** -50]), true)).toBe(false);
    expect(solve(fall(collinear, [1, 2, 3]), true)).toBe(false);
  });

  it('finds edges that slide into each other within one plane', () => {
    // a is (0, 0)-(1, 0) and b is (3, -1)-(2, 1), in a plane askew; b comes from the right and meets a's end at half height.
    const inPlane = (x: number, y: number): Point => [x + y, 2 * x - y, 3 * x + 2 * y];
    const edges = [inPlane(0, 0), inPlane(1, 0), inPlane(3, -1), inPlane(2, 1)];
    expect(solve(fall(edges, inPlane(-2, 0)), true)).toBe(true);
    expect(impact.t).toBeCloseTo(0.75, 6);
    expect(impact.u).toBeCloseTo(1, 5);
    expect(impact.v).toBeCloseTo(0.5, 5);
    expect(solve(fall(edges, inPlane(-1, 0)), true)).toBe(false);
    expect(solve(fall(edges, inPlane(-2, 2)), true)).toBe(false);
  });

  it('touches at t = 0 when the edges start in contact', () => {
    const crossing: readonly Point[] = [
      [0, 0, 0],
      [1, 1, 0],
      [0, 1, 0],
      [1, 0, 0],
    ];
    for (const move of [STILL, [0, 0, 1], [0, 0, -1], [1, 0, 0]] as const) {
      expect(solve(fall(crossing, move), true)).toBe(true);
      expect(impact.t).toBe(0);
    }
  });

  it('is symmetric in a and b', () => {
    const random = generator(41);
    for (let i = 0; i < 1000; i++) {
      const points = Float64Array.from({ length: 24 }, random);
      const swapped = new Float64Array([6, 0, 18, 12].flatMap((from) => Array.from(points.subarray(from, from + 6))));
      const hit = solve(points, true);
      const { t, u, v } = impact;
      expect(solve(swapped, true)).toBe(hit);
      if (!hit) continue;
      expect(impact.t).toBeCloseTo(t, 7);
      expect(impact.u).toBeCloseTo(v, 4);
      expect(impact.v).toBeCloseTo(u, 4);
    }
  });
});
