import { expect, test } from 'vitest';
import { buildTopology } from '../../../src/mesh/build-topology.ts';
import { cutElements, type SectionPolygon } from '../../../src/render/explore/section.ts';
import { overlapsOf } from '../../../src/render/explore/section-overlaps.ts';
import { bentBars } from '../../fixtures/bent-bars.ts';
import { boxMesh } from '../mesh/box-mesh.ts';

const area = (ring: readonly (readonly number[])[], u: number, v: number) =>
  Math.abs(
    ring.reduce((sum, p, i) => {
      const q = ring[(i + 1) % ring.length];
      return sum + (p[u] * q[v] - q[u] * p[v]) / 2;
    }, 0),
  );
const total = (rings: readonly (readonly (readonly number[])[])[], u: number, v: number) =>
  rings.reduce((sum, ring) => sum + area(ring, u, v), 0);

test.each([
  [0, 0.37],
  [1, 1.5],
  [2, 2],
])('a section of a box tiles its rectangle: axis %d at %d', (axis, at) => {
  const { positions, tets } = boxMesh(4, 3, 3);
  const polygons = cutElements(buildTopology(tets, positions.length / 3), positions, 0, { axis, at });
  const [u, v] = [0, 1, 2].filter((k) => k !== axis);
  const sides = [4, 3, 3];
  const rings = polygons.map(({ corners }) => corners);
  expect(total(rings, u, v)).toBeCloseTo(sides[u] * sides[v], 6);
  for (const ring of rings) for (const corner of ring) expect(corner[axis]).toBe(at);
  expect(overlapsOf(polygons, axis)).toEqual([]);
});

test('a ring that overlaps itself has an overlap of that area', () => {
  const ring = bentBars(1).find(({ name }) => name === 'ring')!;
  const topology = buildTopology(ring.tets, ring.positions.length / 3);
  const polygons = cutElements(topology, ring.positions, 0, { axis: 2, at: 1.4 });
  const whole = total(
    polygons.map(({ corners }) => corners),
    0,
    1,
  );
  // The bar makes 1.25 turns, so a quarter turn overlaps.
  expect(total(overlapsOf(polygons, 2), 0, 1)).toBeCloseTo(whole / 5, 2);
});

test('two squares that overlap by a quarter', () => {
  const square = (x: number, y: number): SectionPolygon => ({
    edges: [],
    tet: 0,
    corners: [
      [x, 5, y],
      [x + 1, 5, y],
      [x + 1, 5, y + 1],
      [x, 5, y + 1],
    ],
  });
  const [overlap, ...others] = overlapsOf([square(0, 0), square(0.5, 0.5), square(1.5, 0.5)], 1);
  expect(others).toEqual([]);
  expect(area(overlap, 0, 2)).toBeCloseTo(0.25, 9);
  expect(overlap.every((corner) => corner[1] === 5)).toBe(true);
});
