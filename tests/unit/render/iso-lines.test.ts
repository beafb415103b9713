import { expect, test } from 'vitest';
import { buildTopology } from '../../../src/mesh/build-topology.ts';
import { isoLines, refinedIsoLines, type Triangle } from '../../../src/render/explore/iso-lines.ts';
import { cutElements } from '../../../src/render/explore/section.ts';
import { boxMesh } from '../mesh/box-mesh.ts';

type Point = readonly number[];

const middleOf = (corners: readonly Point[]): number[] =>
  [0, 1, 2].map((k) => corners.reduce((sum, corner) => sum + corner[k], 0) / corners.length);

const fanOf = (corners: readonly Point[]): Triangle<Point>[] =>
  corners.map((corner, i) => [corner, corners[(i + 1) % corners.length], middleOf(corners)]);

const valuesOf = ([a, b, c]: Triangle<Point>, height: (p: Point) => number): Triangle<number> => [
  height(a),
  height(b),
  height(c),
];

/** The iso-lines of a function of places in polygons, as pieces with two ends each. */
function piecesIn(polygons: readonly (readonly Point[])[], height: (p: Point) => number, spacing: number): Point[][] {
  return polygons.flatMap((corners) => {
    const ends = fanOf(corners).flatMap((places) => isoLines(places, valuesOf(places, height), spacing));
    return Array.from({ length: ends.length / 6 }, (_, i) => [
      ends.slice(6 * i, 6 * i + 3),
      ends.slice(6 * i + 3, 6 * i + 6),
    ]);
  });
}

const lengthOf = ([a, b]: readonly Point[]) => Math.hypot(...a.map((x, k) => x - b[k]));

/** A section of a box 4 x 3 x 3, whose polygons tile the rectangle 0 to 4, 0 to 3. */
function section(): (readonly Point[])[] {
  const { positions, tets } = boxMesh(4, 3, 3);
  const plane = { axis: 2, at: 1.3 };
  return cutElements(buildTopology(tets, positions.length / 3), positions, 0, plane).map(({ corners }) => corners);
}

const SPACING = 0.3;

test('the lines of a linear function are straight, at its levels, and run through the whole section', () => {
  const height = ([x, y]: Point) => 0.6 * x + 0.8 * y;
  const pieces = piecesIn(section(), height, SPACING);
  const lengths = new Map<number, number>();
  for (const piece of pieces) {
    const level = Math.round(height(piece[0]) / SPACING);
    for (const end of piece) expect(height(end)).toBeCloseTo(level * SPACING, 9);
    expect(lengthOf(piece)).toBeGreaterThan(0);
    lengths.set(level, (lengths.get(level) ?? 0) + lengthOf(piece));
  }
  // The greatest height is 4.8, in a corner of the rectangle.
  const levels = Array.from({ length: 15 }, (_, i) => i + 1);
  expect([...lengths.keys()].sort((a, b) => a - b).filter((level) => level < 16)).toEqual(levels);
  for (const level of levels) {
    const h = level * SPACING;
    // Where the line 0.6 x + 0.8 y = h meets the sides of the rectangle.
    const xs = [h / 0.6, (h - 2.4) / 0.6].map((x) => Math.min(4, Math.max(0, x)));
    const along = Math.abs(xs[0] - xs[1]) / 0.8;
    expect(lengths.get(level), `level ${level}`).toBeCloseTo(along, 6);
  }
});

test('a line along the sides of polygons is drawn once', () => {
  const pieces = piecesIn(section(), ([x]) => x, 1);
  const keys = pieces.map((piece) => [...piece].sort((a, b) => a[1] - b[1]).join(' '));
  expect(new Set(keys).size).toBe(keys.length);
  for (const level of [1, 2, 3]) {
    const own = pieces.filter((piece) => piece.every(([x]) => Math.abs(x - level) < 1e-9));
    expect(own.reduce((sum, piece) => sum + lengthOf(piece), 0)).toBeCloseTo(3, 9);
  }
});

test('there is no line at 0, below it, in a plateau, or beside a value that is not a number', () => {
  const places: Triangle<Point> = [
    [0, 0, 0],
    [1, 0, 0],
    [1, 1, 0],
  ];
  expect(isoLines(places, [0, 0, 0], 1)).toEqual([]);
  expect(isoLines(places, [-2, 0, -1], 0.5)).toEqual([]);
  expect(isoLines(places, [1, 1, 1], 1)).toEqual([]);
  expect(isoLines(places, [0, 1, Number.NaN], 0.1)).toEqual([]);
  expect(isoLines(places, [0, 0, 1], 0.6)).toHaveLength(6);
});

test('refined lines follow a curved function, and join from triangle to triangle', () => {
  const height = ([x, y]: Point) => Math.hypot(x - 2, y - 1.5);
  // Twice the radius is beyond the corners of the rectangle.
  const radius = 1.3;
  const maxSide = 0.1;
  const ends = section()
    .flatMap(fanOf)
    .flatMap((places) => refinedIsoLines(places, valuesOf(places, height), radius, maxSide, height));
  let length = 0;
  const timesUsed = new Map<string, number>();
  for (let i = 0; i < ends.length; i += 6) {
    const piece = [ends.slice(i, i + 3), ends.slice(i + 3, i + 6)];
    length += lengthOf(piece);
    for (const end of piece) {
      // A chord of length s lies s^2 / 8 r within its circle at most.
      expect(Math.abs(height(end) - radius)).toBeLessThan((maxSide * maxSide) / (8 * (radius - maxSide)));
      const key = end.map((x) => x.toFixed(6)).join(' ');
      timesUsed.set(key, (timesUsed.get(key) ?? 0) + 1);
    }
  }
  expect(length).toBeCloseTo(2 * Math.PI * radius, 2);
  // A closed line: each end is that of two pieces.
  expect([...timesUsed.values()].filter((times) => times !== 2)).toEqual([]);
});
