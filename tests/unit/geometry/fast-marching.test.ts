import { cases as tier, isFull } from '../../fixtures/tier.ts';
import { describe, expect, it } from 'vitest';
import {
  boxAround,
  type DistanceGrid,
  type GridBox,
  partOfBox,
  pointCount,
  sampleGrid,
  type Surface,
} from '../../../src/geometry/fast-marching/distance-grid.ts';
import { labelInside } from '../../../src/geometry/fast-marching/label-inside.ts';
import { MarchCancelled, marchDistances, type MarchOptions } from '../../../src/geometry/fast-marching/march.ts';
import { box, distanceTo, pointAt, SHAPES } from './distance-truth.ts';

const NAMES = Object.keys(SHAPES);
const { sphere } = SHAPES;
const ORDERS = [1, 2] as const;

/** Differences from the true distance at the points inside [cells]. */
const errorsInside = (grid: DistanceGrid, truth: (point: readonly number[]) => number): number[] =>
  [...grid.values.keys()]
    .filter((p) => grid.values[p] > 0 || Object.is(grid.values[p], 0)) // -0: outside, on the surface
    .map((p) => (grid.values[p] - truth(pointAt(grid, p))) / grid.spacing);

const largest = (numbers: readonly number[]): number => numbers.reduce((most, n) => Math.max(most, Math.abs(n)), 0);
const mean = (numbers: readonly number[]): number => numbers.reduce((sum, n) => sum + Math.abs(n), 0) / numbers.length;

describe('distances to the polyhedron', () => {
  // Spacings that put walls both on planes of the grid and between them.
  const cases = NAMES.flatMap((name) => [0.1, tier(0.0625, 0.08)].map((spacing) => [name, spacing] as const));

  it.each(cases)(
    '%s, cells of %d m: at most 0.4 cells off with order 2, and about a cell with order 1',
    (name, spacing) => {
      const surface = SHAPES[name];
      const grids = [{ order: 1 }, { order: 2, ridges: false }, { order: 2 }].map((options) =>
        marchDistances(surface, boxAround(surface, spacing), options as MarchOptions),
      );
      const truth = new Map<string, number>(); // the same points in all three
      const distance = (point: readonly number[]) => {
        const key = point.join();
        if (!truth.has(key)) truth.set(key, distanceTo(surface, point));
        return truth.get(key)!;
      };
      const [first, paper, ridges] = grids.map(({ grid }) => errorsInside(grid, distance));
      for (const { counts } of grids) {
        expect(counts.unreached).toBe(0);
        expect(counts.visited).toBe(counts.inside);
        expect(first.length).toBe(counts.inside);
      }
      expect(largest(first)).toBeLessThan(1.25);
      expect(largest(paper)).toBeLessThan(0.4);
      expect(largest(ridges)).toBeLessThan(0.4);
      expect(mean(paper)).toBeLessThanOrEqual(mean(first));
      expect(mean(ridges)).toBeLessThanOrEqual(mean(paper));
    },
  );

  it.each(NAMES)(
    '%s: points up to a cell from the surface have their exact distance, and the outside its sign',
    (name) => {
      const surface = SHAPES[name];
      const { grid } = marchDistances(surface, boxAround(surface, 0.1), { order: 1 });
      let near = 0;
      grid.values.forEach((value, p) => {
        const truth = distanceTo(surface, pointAt(grid, p));
        if (truth >= grid.spacing) return;
        near++;
        expect(Math.abs(value)).toBeCloseTo(truth, 12);
      });
      expect(near).toBeGreaterThan(100);
      expect(grid.values.some((value) => value < -0.01)).toBe(true);
    },
  );

  it('a box along the axes: exact, when fronts that meet are taken apart', () => {
    const surface = box(1, 1.5, 1.25);
    const inBox = ([x, y, z]: readonly number[]) => Math.min(x, 1 - x, y, 1.5 - y, z, 1.25 - z);
    const { grid } = marchDistances(surface, boxAround(surface, 0.07), { order: 2 });
    expect(largest(errorsInside(grid, inBox))).toBeLessThan(1e-9);
  });
});

/** Solves the first-order upwind equation by bisection. @param neighbours least value along each axis; Infinity where there is none */
function upwindRoot(neighbours: readonly number[], spacing: number): number {
  const sum = (value: number) => neighbours.reduce((total, n) => total + Math.max(value - n, 0) ** 2, 0);
  let [low, high] = [Math.min(...neighbours), Math.min(...neighbours) + spacing];
  for (let n = 0; n < 60; n++) {
    const middle = (low + high) / 2;
    if (sum(middle) < spacing * spacing) low = middle;
    else high = middle;
  }
  return high;
}

it.each(NAMES)('%s, order 1: no value could be lowered further, so points were taken in the right order', (name) => {
  const surface = SHAPES[name];
  const { values, size, spacing } = marchDistances(surface, boxAround(surface, tier(0.04, 0.06)), { order: 1 }).grid;
  let marched = 0;
  for (let p = 0; p < values.length; p++) {
    // Points beyond a cell from the surface have inside neighbours only; at exactly a cell, one may lie on the surface.
    if (!(values[p] > 1.001 * spacing)) continue;
    const strides = [1, size[0], size[0] * size[1]];
    const root = upwindRoot(
      strides.map((stride) => Math.min(values[p - stride], values[p + stride])),
      spacing,
    );
    expect(values[p]).toBeLessThan(root + 1e-12);
    if (Math.abs(values[p] - root) < 1e-12) marched++;
  }
  expect(marched).toBeGreaterThan(100);
});

describe('order of convergence', () => {
  /** Marches into a ball from its analytic distances in the outermost 2.5 cells. @returns mean error, centre left out [m] */
  function ballError(cells: number, order: 1 | 2): number {
    const spacing = 2 / cells;
    const grid: GridBox = { origin: [-1, -1, -1], spacing, size: [cells + 1, cells + 1, cells + 1] };
    const depths = Float64Array.from({ length: pointCount(grid) }, (_, p) => 1 - Math.hypot(...pointAt(grid, p)));
    const inside = Uint8Array.from(depths, (depth) => Number(depth > 0));
    const given = depths.map((depth) => (depth < 0.25 ? depth : Number.NaN));
    const none: Surface = { positions: new Float64Array(), triangles: new Uint32Array() };
    const { values } = marchDistances(none, grid, { order, inside, given }).grid;
    return mean([...values.keys()].filter((p) => depths[p] > 0 && depths[p] < 0.7).map((p) => values[p] - depths[p]));
  }

  it.each([
    [1, 0.8],
    [2, 1.75],
  ] as const)('order %d: the error falls with at least the power %d of the spacing', (order, power) => {
    const errors = [24, 48, ...(isFull ? [96] : [])].map((cells) => ballError(cells, order));
    for (let n = 1; n < errors.length; n++) expect(Math.log2(errors[n - 1] / errors[n])).toBeGreaterThan(power);
  });
});

describe('values at the centre of the sphere of 1,000 triangles', () => {
  const centre = (n: number, options: MarchOptions): number => {
    const grid: GridBox = { origin: [-1, -1, -1], spacing: 2 / (n - 1), size: [n, n, n] };
    return sampleGrid(marchDistances(sphere, grid, options).grid, 0, 0, 0);
  };

  it('interpolated at 20^3, 40^3 and 60^3 points: closer to 1 with more points, and closer than the paper', () => {
    const errors = [20, 40, 60].map((n) => 1 - centre(n, { order: 2 }));
    expect(errors[0]).toBeLessThan(0.125);
    expect(errors[1]).toBeLessThan(errors[0]);
    expect(errors[2]).toBeLessThan(Math.min(0.039, errors[1]));
  });

  it('with a node there, six equal neighbours are 0.42 cells short if fronts are not taken apart', () => {
    const short = (options: MarchOptions) => (distanceTo(sphere, [0, 0, 0]) - centre(21, options)) / 0.1;
    expect(short({ order: 2, ridges: false })).toBeGreaterThan(0.25);
    expect(Math.abs(short({ order: 2 }))).toBeLessThan(0.1);
    expect(short({ order: 1 })).toBeGreaterThan(0.42);
  });
});

describe('partial update', () => {
  const N = 31;
  const HALF = 16;
  const whole: GridBox = { origin: [-1, -1, -1], spacing: 2 / (N - 1), size: [N, N, N] };
  const indexInWhole = (first: readonly number[], part: GridBox, p: number): number => {
    const [i, j, k] = pointAt({ origin: [0, 0, 0], spacing: 1, size: part.size }, p);
    return first[0] + i + N * (first[1] + j + N * (first[2] + k));
  };

  it.each(ORDERS)('order %d: an eighth has the values of the whole, for a sixth of the points', (order) => {
    const first = [0, N - HALF, N - HALF] as const;
    const eighth = partOfBox(whole, first, [HALF, HALF, HALF]);
    const all = marchDistances(sphere, whole, { order });
    const part = marchDistances(sphere, eighth, { order });
    expect(part.counts.unreached).toBe(0);
    expect(all.counts.visited / part.counts.visited).toBeGreaterThan(6);
    let compared = 0;
    part.grid.values.forEach((value, p) => {
      const [x, y, z] = pointAt(eighth, p);
      // Next to the eighth's inner walls, the whole march also saw points on their other side.
      if (!(value >= 0) || Math.max(x, -y, -z) > -0.2) return;
      compared++;
      expect(value).toBeCloseTo(all.grid.values[indexInWhole(first, eighth, p)], 12);
    });
    expect(compared).toBeGreaterThan(500);
  });

  it('without surface and given values nothing is reached; from given values at its walls a region gets those of the whole', () => {
    const first = [8, 10, 10] as const;
    const region = partOfBox(whole, first, [8, 11, 11]);
    const { values } = marchDistances(sphere, whole, { order: 2 }).grid;
    const inside = new Uint8Array(pointCount(region)).fill(1);
    const alone = marchDistances(sphere, region, { order: 2 });
    expect(alone.counts).toMatchObject({
      inside: pointCount(region),
      exact: 0,
      visited: 0,
      unreached: pointCount(region),
    });
    expect(alone.grid.values.every(Number.isNaN)).toBe(true);

    /** Depth of a point in the region: 0 on its walls [points]. */
    const depth = (p: number) => {
      const at = pointAt({ origin: [0, 0, 0], spacing: 1, size: region.size }, p);
      return Math.min(...at.map((i, axis) => Math.min(i, region.size[axis] - 1 - i)));
    };
    const given = Float64Array.from(inside, (_, p) =>
      depth(p) < 2 ? values[indexInWhole(first, region, p)] : Number.NaN,
    );
    const { grid, counts } = marchDistances(sphere, region, { order: 2, inside, given });
    expect(counts).toMatchObject({ visited: 4 * 7 * 7, unreached: 0 });
    grid.values.forEach((value, p) => {
      const before = values[indexInWhole(first, region, p)];
      if (depth(p) < 2) expect(value).toBe(before);
      else expect(Math.abs(value - before)).toBeLessThan(0.1 * grid.spacing);
    });
  });

  it('a region that reaches beyond the surface', () => {
    expect(() => partOfBox(whole, [20, 0, 0], [12, 5, 5])).toThrow(
      'Found a part of 12 x 5 x 5 points from 20, 0, 0, expected it within 31 x 31 x 31 points',
    );
  });
});

describe('a march', () => {
  const grid = boxAround(sphere, 0.05);

  it.each(ORDERS)('order %d has the same bits in a second run, and if its labels are given', (order) => {
    const { values } = marchDistances(sphere, grid, { order }).grid;
    const inside = labelInside(sphere, grid);
    for (const options of [{ order }, { order, inside }])
      expect(marchDistances(sphere, grid, options).grid.values).toEqual(values);
  });

  it('tells its progress, and stops when told to', () => {
    const shares: number[] = [];
    const listen = (share: number) => shares.push(share) < 3;
    expect(() => marchDistances(sphere, grid, { order: 2, onProgress: listen })).toThrow(MarchCancelled);
    expect(shares).toHaveLength(3);
    expect(shares[0]).toBeGreaterThan(0);
    expect(shares[2]).toBeCloseTo(3 * shares[0], 12);
    expect(shares[2]).toBeLessThan(1);
    marchDistances(sphere, grid, { order: 2, onProgress: (share) => shares.push(share) > 0 && share <= 1 });
    expect(shares.at(-1)).toBeGreaterThan(0.6);
  });

  it('says what is wrong with its input', () => {
    const points = pointCount(grid);
    const wrong = (change: Partial<GridBox>, options: MarchOptions = { order: 1 }) =>
      expect(() => marchDistances(sphere, { ...grid, ...change }, options));
    wrong({ spacing: 0 }).toThrow('Found a spacing of 0 m, expected more than 0');
    wrong({ size: [3, 1, 3] }).toThrow('Found a grid of 3 x 1 x 3 points, expected whole numbers from 2');
    wrong({ origin: [0, Number.NaN, 0] }).toThrow('Found a grid at 0, NaN, 0, expected finite numbers');
    wrong({}, { order: 1, inside: new Uint8Array(4) }).toThrow(
      `Found 4 labels, expected one for each of ${points} grid points`,
    );
    wrong({}, { order: 1, given: new Float64Array(2) }).toThrow('Found 2 given distances');
  });
});

describe('sampleGrid', () => {
  const grid: GridBox = { origin: [1, 2, 3], spacing: 0.5, size: [3, 4, 5] };
  const plane = ([x, y, z]: readonly number[]) => 2 * x - 3 * y + 0.5 * z + x * y * z;
  const values = Float64Array.from({ length: 60 }, (_, p) => plane(pointAt(grid, p)));

  it.each([
    [1, 2, 3],
    [1.3, 2.9, 4.1],
    [2, 3.5, 5],
    [1.75, 3.5, 3.2],
  ])('is exact for a trilinear function, at %d, %d, %d', (x, y, z) => {
    expect(sampleGrid({ ...grid, values }, x, y, z)).toBeCloseTo(plane([x, y, z]), 12);
  });

  it('has no value outside the grid', () => {
    for (const [x, y, z] of [
      [0.9, 2, 3],
      [1, 3.6, 3],
      [1, 2, 5.1],
      [Number.NaN, 2, 3],
    ])
      expect(sampleGrid({ ...grid, values }, x, y, z)).toBeNaN();
  });

  it.each(NAMES)('%s: at every vertex of the surface it is known, and small', (name) => {
    const surface = SHAPES[name];
    const { grid: marched } = marchDistances(surface, boxAround(surface, 0.0625), { order: 2 });
    for (let v = 0; v < surface.positions.length; v += 3) {
      const [x, y, z] = surface.positions.subarray(v, v + 3);
      expect(Math.abs(sampleGrid(marched, x, y, z))).toBeLessThan(marched.spacing);
    }
  });
});
