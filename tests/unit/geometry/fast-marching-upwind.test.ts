import { describe, expect, it } from 'vitest';
import { ALIVE, FAR_AWAY, NARROW_BAND, OUTSIDE, Upwind } from '../../../src/geometry/fast-marching/upwind.ts';

const N = 5;
const MIDDLE = 2;
/** Index of the grid's middle point. */
const P = MIDDLE + N * (MIDDLE + N * MIDDLE);

type Point = readonly [offset: number, value: number, state?: number];

/**
 * Solves at a point of 5^3 points at a distance of 1 m.
 * @param points by their offset from the middle point's index; ALIVE by default
 * @param i index along x; the point is in the middle along y and z
 */
function solve(points: readonly Point[], order: 1 | 2 = 2, ridges = false, i = MIDDLE): number {
  const values = new Float64Array(N ** 3).fill(Infinity);
  const states = new Uint8Array(N ** 3).fill(FAR_AWAY);
  for (const [offset, value, state = ALIVE] of points) {
    values[P + offset] = value;
    states[P + offset] = state;
  }
  const upwind = new Upwind({ origin: [0, 0, 0], spacing: 1, size: [N, N, N] }, order, ridges, values, states);
  return upwind.solve(P + i - MIDDLE, i, MIDDLE, MIDDLE);
}

/** Offsets of the neighbours along y and z. */
const Y = N;
const Z = N * N;

describe('along one axis, the differences', () => {
  const OF_SECOND_ORDER = (2 + 4 * 1 - 0.5) / 3;
  it.each<[string, readonly Point[], number]>([
    [
      'are of order 2',
      [
        [-1, 1],
        [-2, 0.5],
      ],
      OF_SECOND_ORDER,
    ],
    [
      'are of order 2 upwards too',
      [
        [1, 1],
        [2, 0.5],
      ],
      OF_SECOND_ORDER,
    ],
    [
      'are of order 2 along y',
      [
        [-Y, 1],
        [-2 * Y, 0.5],
      ],
      OF_SECOND_ORDER,
    ],
    [
      'are of order 2 along z',
      [
        [Z, 1],
        [2 * Z, 0.5],
      ],
      OF_SECOND_ORDER,
    ],
    [
      'may reach outside',
      [
        [-1, 0.25],
        [-2, -0.5, OUTSIDE],
      ],
      (2 + 4 * 0.25 + 0.5) / 3,
    ],
    [
      'need a value there',
      [
        [-1, 1],
        [-2, Number.NaN, OUTSIDE],
      ],
      2,
    ],
    [
      'need it to be final',
      [
        [-1, 1],
        [-2, 0.5, NARROW_BAND],
      ],
      2,
    ],
    [
      'need it to be no greater than the next',
      [
        [-1, 1],
        [-2, 1.5],
      ],
      2,
    ],
    [
      'need it to be at most a cell less',
      [
        [-1, 1],
        [-2, -0.5],
      ],
      2,
    ],
    [
      'take the lesser neighbour',
      [
        [-1, 1],
        [-2, 0.5],
        [1, 0.75],
      ],
      1.75,
    ],
    [
      'ignore neighbours that are not final',
      [
        [-1, 1],
        [1, 0.5, NARROW_BAND],
      ],
      2,
    ],
    [
      'ignore neighbours outside',
      [
        [-1, 1],
        [1, -0.5, OUTSIDE],
      ],
      2,
    ],
    ['need a neighbour', [[-2, 0.5]], Infinity],
  ])('%s', (_, points, expected) => {
    expect(solve(points)).toBeCloseTo(expected, 12);
  });

  it('are of order 1 if that is asked for', () => {
    expect(
      solve(
        [
          [-1, 1],
          [-2, 0.5],
        ],
        1,
      ),
    ).toBe(2);
  });
});

it('at the end of a line, the next index belongs to another line', () => {
  for (const [side, i] of [
    [1, 3],
    [-1, 1],
  ])
    expect(
      solve(
        [
          [2 * side, 1],
          [3 * side, 0.5],
        ],
        2,
        false,
        i,
      ),
    ).toBe(2);
  for (const [side, i] of [
    [1, 4],
    [-1, 0],
  ])
    expect(solve([[3 * side, 1]], 1, false, i)).toBe(Infinity);
});

it('a plane front is continued exactly, in any direction', () => {
  for (const [a, b, c] of [
    [2 / 3, 1 / 3, 2 / 3],
    [0.6, 0.8, 0],
    [0, 0, 1],
  ]) {
    const front: Point[] = [-1, -2].flatMap((n) => [
      [n, 5 + n * a],
      [n * Y, 5 + n * b],
      [n * Z, 5 + n * c],
    ]);
    for (const ridges of [false, true]) expect(solve(front, 2, ridges)).toBeCloseTo(5, 12);
    expect(solve(front, 1)).toBeCloseTo(5, 12);
  }
});

it('a neighbour that the front reaches later than the point does not count', () => {
  const near: Point[] = [[-1, 1]];
  expect(solve([...near, [Y, 2.5]])).toBe(2);
  expect(solve([...near, [Y, 1.5]])).toBeLessThan(2);
  expect(solve([...near, [Y, 1.5]])).toBeGreaterThan(1.5);
});

it('fronts that meet are taken apart', () => {
  const meeting: Point[] = [1, Y, Z].flatMap((stride) => [
    [stride, 1],
    [2 * stride, 0],
  ]);
  expect(solve(meeting, 2, false)).toBeCloseTo((4 + 2 / Math.sqrt(3)) / 3, 12);
  expect(solve(meeting, 2, true)).toBeCloseTo(2, 12);
  expect(solve(meeting, 1, true)).toBeCloseTo(1 + 1 / Math.sqrt(3), 12);
  // The earlier of two fronts along x and y counts.
  const earlier: Point[] = [
    [1, 1],
    [2, 0],
    [Y, 0.9],
    [2 * Y, -0.1],
  ];
  expect(solve(earlier, 2, true)).toBeCloseTo(1.9, 12);
});
