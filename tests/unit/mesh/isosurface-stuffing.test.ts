import { describe, expect, it } from 'vitest';
import { buildTopology } from '../../../src/mesh/build-topology.ts';
import { dihedralRange, nonManifoldVertices, signedVolumes } from '../../../src/mesh/quality.ts';
import { MAX_DIHEDRAL, MIN_DIHEDRAL, stuff } from '../../../src/mesh/tetrahedralise/isosurface-stuffing.ts';

const box = { min: [-1.3, -1.3, -1.3], max: [1.3, 1.3, 1.3] } as const;
const sphere = (x: number, y: number, z: number) => Math.sqrt(x * x + y * y + z * z) - 1;
const sum = (values: Float64Array) => values.reduce((a, b) => a + b, 0);
/** Two stored-float32 roundings of a vertex move an angle by less than this [degrees] at the cells used here. */
const ROUNDING = 0.01;

/** A surface without any symmetry: a torus, a slab and waves, turned by the seed. */
function knobbly(seed: number) {
  const [a, b, c] = [1 + (seed % 5) / 7, 1 + (seed % 3) / 5, 1 + (seed % 7) / 11];
  return (x: number, y: number, z: number) => {
    const ring = Math.sqrt(x * x + y * y) - 0.7;
    const torus = Math.sqrt(ring * ring + z * z) - 0.31;
    const waves = 0.05 * Math.sin(7 * a * x + seed) * Math.sin(6 * b * y + 2 * seed) * Math.sin(8 * c * z + 3 * seed);
    return Math.min(torus, Math.max(Math.abs(x + 0.31 * y + 0.17 * z) - 0.12, sphere(x, y, z) + 0.1)) + waves;
  };
}

function expectSound(mesh: ReturnType<typeof stuff>): void {
  const vertices = mesh.positions.length / 3;
  expect(signedVolumes(mesh).every((volume) => volume > 0)).toBe(true);
  expect(new Set(mesh.tets).size).toBe(vertices); // none unused
  const topology = buildTopology(mesh.tets, vertices); // throws where an edge is not manifold
  expect(nonManifoldVertices(topology.faces, vertices)).toHaveLength(0);
  const { min, max } = dihedralRange(mesh);
  expect(min).toBeGreaterThan(MIN_DIHEDRAL - ROUNDING);
  expect(max).toBeLessThan(MAX_DIHEDRAL + ROUNDING);
}

describe('isosurface stuffing', () => {
  it('fills a sphere whose volume tends to the analytic one', () => {
    const errors = [0.4, 0.2, 0.1].map((cell) => {
      const mesh = stuff(sphere, box, cell);
      expectSound(mesh);
      const { faceCount, edgeCount, surfaceVertexCount } = buildTopology(mesh.tets, mesh.positions.length / 3);
      expect(surfaceVertexCount - edgeCount + faceCount).toBe(2);
      return (4 / 3) * Math.PI - sum(signedVolumes(mesh));
    });
    // Chords lie inside of a sphere, and the gap between falls with the square of the cell.
    for (const [coarse, fine] of [errors.slice(0, 2), errors.slice(1)]) {
      expect(fine).toBeGreaterThan(0);
      expect(fine).toBeLessThan(coarse / 3);
    }
    expect(errors[2]).toBeLessThan(0.03);
  });

  it('puts every boundary vertex on the surface', () => {
    const { positions, tets } = stuff(sphere, box, 0.15);
    const { surfaceVertices } = buildTopology(tets, positions.length / 3);
    const misses = Array.from(surfaceVertices, (v) =>
      Math.abs(sphere(positions[3 * v], positions[3 * v + 1], positions[3 * v + 2])),
    );
    expect(Math.max(...misses)).toBeLessThan(1e-6); // float32's rounding at 1 m is 6e-8
  });

  it('keeps angles, orientation and manifoldness on surfaces that the lattice hardly resolves', () => {
    for (let seed = 1; seed <= 6; seed++) expectSound(stuff(knobbly(seed), box, 0.11 + 0.013 * seed));
  });

  it('keeps the larger of two pieces, and gives the same bytes twice', () => {
    const two = (x: number, y: number, z: number) =>
      Math.min(sphere(2.5 * x + 1.5, 2.5 * y, 2.5 * z), sphere(4 * x - 3, 4 * y, 4 * z));
    const mesh = stuff(two, box, 0.1);
    expectSound(mesh);
    expect(Math.max(...mesh.positions.filter((_, i) => i % 3 === 0))).toBeLessThan(0);
    const again = stuff(two, box, 0.1);
    expect(again.positions).toEqual(mesh.positions);
    expect(again.tets).toEqual(mesh.tets);
  });

  it('tells of progress from 0 to 1, never back', () => {
    const told: number[] = [];
    stuff(sphere, box, 0.3, (fraction) => told.push(fraction));
    expect(told).toEqual([...told].sort((a, b) => a - b));
    expect([told[0], told.at(-1)]).toEqual([0, 1]);
  });

  it('says where the bounds are too small or nothing is inside', () => {
    const small = { min: [-0.5, -1, -1], max: [0.5, 1, 1] } as const;
    expect(() => stuff(sphere, small, 0.1)).toThrow('The surface leaves the bounds');
    expect(() => stuff(() => 1, box, 0.5)).toThrow('no piece with a manifold boundary');
  });
});
