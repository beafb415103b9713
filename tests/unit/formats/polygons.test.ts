import { describe, expect, it } from 'vitest';
import { dividePolygon as divideWithin, MOST_EARS, PolygonBudget } from '../../../src/formats/read/polygons.ts';

const dividePolygon = (corners: readonly number[], positions: readonly number[]) =>
  divideWithin(corners, positions, new PolygonBudget());

/** Twice the areas of the triangles of a polygon in the plane z = 0. */
function doubledAreas(corners: readonly number[], points: readonly (readonly [number, number])[]): number[] {
  const divided = dividePolygon(
    corners,
    points.flatMap(([x, y]) => [x, y, 0]),
  );
  expect(divided).toHaveLength(3 * (corners.length - 2));
  return Array.from({ length: divided.length / 3 }, (_, i) => {
    const [a, b, c] = [...divided.subarray(3 * i, 3 * i + 3)].map((corner) => points[corners[corner]]);
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
  });
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

describe('a polygon is divided', () => {
  const SQUARES = [
    [0, 0],
    [3, 0],
    [3, 3],
    [0, 3],
    [1, 1],
    [1, 2],
    [2, 2],
    [2, 1],
  ] as const;

  it('around its hole, to which it goes and from which it returns along the same edge', () => {
    const areas = doubledAreas([0, 1, 2, 3, 0, 4, 5, 6, 7, 4], SQUARES);
    expect(Math.min(...areas)).toBeGreaterThanOrEqual(0);
    expect(sum(areas)).toBe(16);
  });

  it('around its hole, also if the edge has vertices of its own on either side', () => {
    const points = [...SQUARES, SQUARES[0], SQUARES[4]];
    const areas = doubledAreas([0, 1, 2, 3, 8, 9, 5, 6, 7, 4], points);
    expect(Math.min(...areas)).toBeGreaterThanOrEqual(0);
    expect(sum(areas)).toBe(16);
  });

  it.each([
    ['from above', ([x, y]: readonly number[]) => [x, y, x + 2 * y]],
    ['along x', ([x, y]: readonly number[]) => [0, x, y]],
    ['along -y', ([x, y]: readonly number[]) => [x, 1, -y]],
    ['along z, mirrored', ([x, y]: readonly number[]) => [y, x, 4]],
  ])('the same wherever it is seen from: %s', (_, place) => {
    const l = [
      [2, 0],
      [2, 1],
      [1, 1],
      [1, 2],
      [0, 2],
      [0, 0],
    ];
    const plane = dividePolygon(
      [0, 1, 2, 3, 4, 5],
      l.flatMap(([x, y]) => [x, y, 0]),
    );
    expect(dividePolygon([0, 1, 2, 3, 4, 5], l.flatMap(place))).toEqual(plane);
  });

  it('with corners on straight sides', () => {
    const areas = doubledAreas(
      [0, 1, 2, 3, 4, 5, 6],
      [
        [0, 0],
        [1, 0],
        [2, 0],
        [2, 2],
        [1, 1],
        [0, 2],
        [0, 1],
      ],
    );
    expect(Math.min(...areas)).toBeGreaterThanOrEqual(0);
    expect(sum(areas)).toBe(6);
  });

  it('into as many triangles if it crosses itself, or has too many corners for ears', () => {
    expect(
      sum(
        doubledAreas(
          [0, 1, 2, 3],
          [
            [0, 0],
            [1, 1],
            [1, 0],
            [0, 1],
          ],
        ),
      ),
    ).toBe(0);
    const teeth = Array.from({ length: MOST_EARS + 2 }, (_, i) => [i, i % 2] as const);
    expect(doubledAreas([...teeth.keys()], teeth)).toHaveLength(MOST_EARS);
  });
});

describe('corners that repeat the one before them', () => {
  const points = [0, 0, 0, 2, 0, 0, 2, 2, 0, 1, 1, 0, 0, 2, 0];

  it.each([
    ['closed by the first corner', [0, 1, 2, 3, 4, 0]],
    ['in the middle', [0, 1, 1, 2, 3, 4]],
    ['many times', [0, 0, 1, 2, 2, 2, 3, 4, 4, 0]],
  ])('count once: %s', (_, corners) => {
    const ids = (ring: readonly number[]) => [...dividePolygon(ring, points)].map((i) => ring[i]);
    expect(ids(corners)).toHaveLength(9);
    expect(new Set(ids(corners).map(String)).size).toBe(5);
    expect(
      sum(
        doubledAreas(
          [0, 1, 2, 3, 4],
          [
            [0, 0],
            [2, 0],
            [2, 2],
            [1, 1],
            [0, 2],
          ],
        ),
      ),
    ).toBe(6);
    for (let t = 0; t < 9; t += 3) expect(new Set(ids(corners).slice(t, t + 3)).size).toBe(3);
  });

  it.each([[[1, 1, 1, 1]], [[0, 0, 1, 1]], [[0, 1, 0]]])('leave %j no triangle', (corners) => {
    expect(dividePolygon(corners, points)).toHaveLength(0);
  });
});
