import { describe, expect, it } from 'vitest';
import { UsageError } from '../../../src/node/errors.ts';
import { judgePaths, parseExpectedPaths } from '../../../src/queries/judge-paths.ts';

/** Three points on the x axis with shortest paths of lengths 1, 2 and 3, in a bounding box of diagonal 10. */
const EXPECTED = { diagonal: 10, distances: [1, 2, 3] };
const POINTS = [0, 0, 0, 10, 0, 0, 20, 0, 0];
const answers = (change: { distance?: (number | null)[]; point?: number[] } = {}) => ({
  distance: [1, 2, 3],
  point: [0, 1, 0, 10, 2, 0, 20, 0, 3],
  face: [],
  ...change,
});

describe('judgePaths', () => {
  it('takes exact answers, and those off by less than 1e-4 of the diagonal', () => {
    expect(judgePaths(answers(), EXPECTED, POINTS, 1)).toEqual({ right: 3, missing: 0, worst: 0 });
    const near = judgePaths(answers({ distance: [1.0009, 2, 3] }), EXPECTED, POINTS, 1);
    expect(near).toMatchObject({ right: 3, missing: 0 });
    expect(near.worst).toBeCloseTo(9e-5, 10);
  });

  it('counts a wrong distance, a missing answer, and one that is no number', () => {
    expect(judgePaths(answers({ distance: [1.0011, 2, 3] }), EXPECTED, POINTS, 1)).toMatchObject({ right: 2 });
    expect(judgePaths(answers({ distance: [1, null, 3] }), EXPECTED, POINTS, 1)).toEqual({
      right: 2,
      missing: 1,
      worst: 0,
    });
    expect(judgePaths(answers({ distance: [Number.NaN, 2, 3] }), EXPECTED, POINTS, 1)).toMatchObject({
      right: 2,
      worst: Number.NaN,
    });
    expect(judgePaths(answers({ distance: [] }), EXPECTED, POINTS, 1)).toMatchObject({ right: 0 });
  });

  it('counts a point that lies elsewhere than its distance tells', () => {
    const point = [0, 1, 0, 10, 3, 0, 20, 0, 3];
    expect(judgePaths(answers({ point }), EXPECTED, POINTS, 1)).toEqual({ right: 2, missing: 0, worst: 0.1 });
  });

  it('scales what is expected, and takes points of two numbers', () => {
    const scaled = answers({ distance: [2, 4, 6], point: answers().point.map((x) => 2 * x) });
    const points = POINTS.map((x) => 2 * x);
    expect(judgePaths(scaled, EXPECTED, points, 2)).toMatchObject({ right: 3, worst: 0 });
    expect(judgePaths(scaled, EXPECTED, points, 1)).toMatchObject({ right: 0 });
    const flat = { distance: [5], point: [3, 4], face: [] };
    expect(judgePaths(flat, { diagonal: 1, distances: [5] }, [0, 0], 1)).toMatchObject({ right: 1 });
  });
});

describe('parseExpectedPaths', () => {
  it('takes the diagonal and a distance a query', () => {
    expect(parseExpectedPaths({ bbox_diag: 10, distance: [1, 2, 3], flags: [0, 0, 0] }, 3)).toEqual(EXPECTED);
  });

  it.each<[string, unknown, string]>([
    ['a list', [], 'the file is a list of 0; expected an object'],
    ['no diagonal', { distance: [1] }, 'bbox_diag[0] is missing; expected a finite number'],
    ['no size', { bbox_diag: 0, distance: [1] }, 'bbox_diag is 0; expected a positive number'],
    ['no distances', { bbox_diag: 1 }, 'distance is missing; expected a list of numbers'],
    ['too few distances', { bbox_diag: 1, distance: [] }, 'distance has 0 numbers; expected 1, one per query'],
    ['a missing distance', { bbox_diag: 1, distance: [null] }, 'distance[0] is null; expected a finite number'],
  ])('refuses %s', (_, json, message) => {
    expect(() => parseExpectedPaths(json, 1)).toThrow(UsageError);
    expect(() => parseExpectedPaths(json, 1)).toThrow(message);
  });
});
