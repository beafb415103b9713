import { expect, it } from 'vitest';
import type { GridBox } from '../../../../../src/geometry/fast-marching/distance-grid.ts';
import { coverGrid } from '../../../../../src/simulation/path/distance-field/cover.ts';
import { seededRandom } from '../../../../fixtures/box-world.ts';
import { bentBars } from '../../../../fixtures/bent-bars.ts';
import { volume6 } from '../../../../fixtures/detection.ts';
import type { Vector } from '../../../../fixtures/vectors.ts';
import { boxMesh } from '../../../mesh/box-mesh.ts';

const BASE = 3;
const behind = (own: Float32Array): Float32Array => {
  const positions = new Float32Array(3 * BASE + own.length).fill(Number.NaN);
  positions.set(own, 3 * BASE);
  return positions;
};
const all = (tets: Uint32Array) => Array.from({ length: tets.length / 4 }, (_, tet) => tet);

/** Number of tetrahedra that hold each grid point: strictly inside, and with the surface. By volumes of their parts. */
function count({ origin, spacing, size }: GridBox, tets: Uint32Array, chosen: readonly number[], own: Float32Array) {
  const corners = chosen.map((tet) =>
    [0, 1, 2, 3].map((i): Vector => {
      const v = 3 * tets[4 * tet + i];
      return [own[v], own[v + 1], own[v + 2]];
    }),
  );
  const reaches = ([a, b, c, d]: Vector[], p: Vector) =>
    p.every((x, n) => x > Math.min(a[n], b[n], c[n], d[n]) - 0.01 && x < Math.max(a[n], b[n], c[n], d[n]) + 0.01);
  const within = (near: Vector[][], p: Vector, least: number) =>
    near.filter(([a, b, c, d]) => {
      const whole = volume6(a, b, c, d);
      const parts = [volume6(p, b, c, d), volume6(a, p, c, d), volume6(a, b, p, d), volume6(a, b, c, p)];
      return parts.every((part) => part / whole > least);
    }).length;
  const found: { strictly: number; touched: number }[] = [];
  for (let k = 0; k < size[2]; k++)
    for (let j = 0; j < size[1]; j++)
      for (let i = 0; i < size[0]; i++) {
        const p: Vector = [origin[0] + i * spacing, origin[1] + j * spacing, origin[2] + k * spacing];
        const near = corners.filter((of) => reaches(of, p));
        found.push({ strictly: within(near, p, 1e-4), touched: within(near, p, -1e-6) });
      }
  return found;
}

const random = seededRandom(3);
const { positions: rest, tets } = boxMesh(4, 3, 3);
const shaken = rest.map((x) => x + 0.1 * (2 * random() - 1));
/** Reaches beyond the box at some sides, and not at others. */
const BOX: GridBox = { origin: [-0.53, 0.31, -0.2], spacing: 0.37, size: [15, 6, 11] };

it.each([
  ['all elements', all(tets)],
  ['some elements', all(tets).filter((tet) => tet % 5 !== 2)],
])('labels the grid points of %s as a test of each point in each tetrahedron does', (_, chosen) => {
  const { inside, overlaps } = coverGrid(BOX, tets, chosen, behind(shaken), BASE);
  const expected = count(BOX, tets, chosen, shaken);
  expect(inside.length).toBe(expected.length);
  expected.forEach(({ strictly, touched }, point) => {
    if (strictly > 0) expect(inside[point]).toBe(1);
    if (touched === 0) expect(inside[point]).toBe(0);
  });
  expect(inside.reduce((sum, is) => sum + is, 0)).toBeGreaterThan(200);
  expect(inside.includes(0)).toBe(true);
  expect(overlaps).toBe(false);
});

it('leaves no gap at points on faces, edges and vertices, and sees no overlap there', () => {
  const box: GridBox = { origin: [0, 0, 0], spacing: 0.25, size: [17, 13, 13] };
  const { inside, overlaps } = coverGrid(box, tets, all(tets), behind(rest), BASE);
  expect(inside.every((is) => is === 1)).toBe(true);
  expect(overlaps).toBe(false);
});

it.each(bentBars(1))('sees where $name overlaps itself, and only there', ({ name, positions, tets }) => {
  const spacing = 0.4;
  let seen = 0;
  let free = 0;
  // Boxes along the bar: some where it overlaps itself, some where it doesn't.
  for (let i = 0; i < 12; i++) {
    const v = 3 * Math.floor((positions.length / 3) * random());
    const box: GridBox = {
      origin: [positions[v] - 1.1, positions[v + 1] - 1.2, positions[v + 2] - 1.05],
      spacing,
      size: [6, 6, 6],
    };
    const { overlaps } = coverGrid(box, tets, all(tets), behind(positions), BASE);
    const expected = count(box, tets, all(tets), positions).some(({ strictly }) => strictly > 1);
    expect(overlaps).toBe(expected);
    if (expected) seen++;
    else free++;
  }
  expect(seen).toBeGreaterThan(0);
  if (name !== 'fan') expect(free).toBeGreaterThan(0);
});

it('counts an inverted element as an overlap, and a flat one not', () => {
  const positions = behind(Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1));
  const one = Uint32Array.of(0, 1, 2, 3);
  const box: GridBox = { origin: [-0.05, -0.05, -1.05], spacing: 0.1, size: [12, 12, 23] };
  expect(coverGrid(box, one, [0], positions, BASE).overlaps).toBe(false);
  const height = (z: number) => positions.map((x, i) => (i === 3 * BASE + 11 ? z : x));
  expect(coverGrid(box, one, [0], height(-1), BASE).overlaps).toBe(true);
  const flat = coverGrid(box, one, [0], height(0), BASE);
  expect(flat.overlaps).toBe(false);
  expect(flat.inside.includes(1)).toBe(false);
});
