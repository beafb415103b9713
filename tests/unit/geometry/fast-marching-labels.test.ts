import { cases } from '../../fixtures/tier.ts';
import { describe, expect, it } from 'vitest';
import {
  boxAround,
  type GridBox,
  pointCount,
  type Surface,
} from '../../../src/geometry/fast-marching/distance-grid.ts';
import { labelInside } from '../../../src/geometry/fast-marching/label-inside.ts';
import { seededRandom } from '../../fixtures/box-world.ts';
import { box, distanceTo, pointAt, SHAPES, windingNumber } from './distance-truth.ts';

/** Compares labels with the winding number. Points on the surface may have either label. @returns the number of those */
function compare(surface: Surface, grid: GridBox): number {
  const labels = labelInside(surface, grid);
  expect(labels).toHaveLength(pointCount(grid));
  let onSurface = 0;
  labels.forEach((label, p) => {
    const point = pointAt(grid, p);
    if (distanceTo(surface, point) < 1e-12) onSurface++;
    else expect([point, label]).toEqual([point, Number(windingNumber(surface, point) > 0.5)]);
  });
  return onSurface;
}

const octahedron: Surface = {
  positions: Float64Array.from([1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1]),
  triangles: Uint32Array.from([0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4, 2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5]),
};

const joined = (one: Surface, other: Surface): Surface => ({
  positions: Float64Array.from([...one.positions, ...other.positions]),
  triangles: Uint32Array.from([...one.triangles, ...other.triangles.map((v) => v + one.positions.length / 3)]),
});

describe('labelInside', () => {
  it.each(Object.keys(SHAPES))('%s', (name) => {
    compare(SHAPES[name], boxAround(SHAPES[name], cases(0.17, 0.23)));
  });

  it.each<[string, Surface, number]>([
    // Whole numbers: every vertex, edge and face lies on lines of the grid.
    ['a box', box(1, 1, 1), 56],
    ['an octahedron', octahedron, 66],
    [
      'boxes that overlap',
      joined(box(1, 1, 1), { ...octahedron, positions: octahedron.positions.map((x) => x + 0.5) }),
      60,
    ],
  ])('%s with its vertices on lines of the grid', (_, surface, atLeast) => {
    expect(compare(surface, boxAround(surface, 0.25, 2))).toBeGreaterThanOrEqual(atLeast);
  });

  it('a part of the grid, which starts inside, has the same labels as the whole', () => {
    const { sphere } = SHAPES;
    expect(compare(sphere, { origin: [-0.3, -0.8, 0], spacing: 0.2, size: [6, 7, 8] })).toBe(0);
    const within: GridBox = { origin: [-0.1, -0.1, -0.1], spacing: 0.1, size: [3, 3, 3] };
    expect(labelInside(sphere, within)).toEqual(new Uint8Array(27).fill(1));
  });

  it('random tetrahedra with corners on lines of the grid', () => {
    const random = seededRandom(7);
    const whole = () => Math.floor(6 * random());
    let onSurface = 0;
    for (let n = 0; n < cases(200, 60); n++) {
      const positions = Float64Array.from({ length: 12 }, whole);
      const [a, b, c, d] = [0, 3, 6, 9].map((v) => positions.subarray(v, v + 3));
      const edge = (v: Float64Array, i: number) => v[i] - a[i];
      const volume =
        edge(b, 0) * (edge(c, 1) * edge(d, 2) - edge(c, 2) * edge(d, 1)) +
        edge(b, 1) * (edge(c, 2) * edge(d, 0) - edge(c, 0) * edge(d, 2)) +
        edge(b, 2) * (edge(c, 0) * edge(d, 1) - edge(c, 1) * edge(d, 0));
      if (volume === 0) continue;
      const triangles = Uint32Array.from([0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3]);
      if (volume < 0) triangles.reverse();
      onSurface += compare({ positions, triangles }, { origin: [-1, -1, -1], spacing: 1, size: [8, 8, 8] });
    }
    expect(onSurface).toBeGreaterThan(cases(1000, 300));
  });
});
