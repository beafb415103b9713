import { describe, expect, it } from 'vitest';
import { buildTopology } from '../../../src/mesh/build-topology.ts';
import { beam } from '../../../src/mesh/model/beam.ts';
import { cuboid } from '../../../src/mesh/model/cuboid.ts';
import { dihedralRange } from '../../../src/mesh/quality.ts';
import { along, expectProgress, expectSound } from './sound-mesh.ts';

describe('the cuboid', () => {
  it('of cubic cells has dihedral angles of 45 to 90 degrees', () => {
    const { mesh } = cuboid({ size: [0.4, 0.3, 0.2], cells: [8, 6, 4] });
    expect(mesh.tets).toHaveLength(4 * 6 * 8 * 6 * 4);
    const { min, max } = dihedralRange(mesh);
    expect(min).toBeCloseTo(45, 3);
    expect(max).toBeCloseTo(90, 3);
  });

  for (const tetrahedra of [500, 1000, 3000, 20_000]) {
    for (const size of [
      [1, 1, 1],
      [2, 0.5, 1],
    ] as const) {
      it(`of ${size.join(' x ')} m and ${tetrahedra} tetrahedra is sound and fills its box`, () => {
        const { mesh } = cuboid({ tetrahedra, size });
        expect(Math.abs(mesh.tets.length / 4 / tetrahedra - 1)).toBeLessThan(0.1);
        expect(expectSound(mesh, { min: 33, max: 90.01 })).toBeCloseTo(size[0] * size[1] * size[2], 5);
        for (const k of [0, 1, 2]) {
          const coordinates = along(mesh.positions, k);
          expect(Math.min(...coordinates)).toBeCloseTo(-size[k] / 2, 6);
          expect(Math.max(...coordinates)).toBeCloseTo(size[k] / 2, 6);
        }
      });
    }
  }

  it('prefers no direction: as many surface diagonals lean one way as the other', () => {
    const { mesh } = cuboid({ cells: [4, 4, 4] });
    const { edges } = buildTopology(mesh.tets, mesh.positions.length / 3);
    const leaning = [0, 0];
    for (let e = 0; e < edges.length; e += 2) {
      const d = [0, 1, 2].map((k) => mesh.positions[3 * edges[e + 1] + k] - mesh.positions[3 * edges[e] + k]);
      const [a, b] = d.filter((x) => x !== 0);
      if (b !== undefined) leaning[a * b > 0 ? 0 : 1]++;
    }
    expect(leaning).toEqual([48, 48]);
  });

  it('names the vertices of its ends and of its axis', () => {
    const { mesh, endVertices, centreline } = cuboid({ size: [3, 1, 1], cells: [6, 2, 2], clampLayers: 2 });
    const x = along(mesh.positions, 0);
    expect([...endVertices[0]]).toEqual([...x.keys()].filter((v) => x[v] < -0.9));
    expect([...endVertices[1]]).toEqual([...x.keys()].filter((v) => x[v] > 0.9));
    expect(Array.from(centreline, (v) => [...mesh.positions.subarray(3 * v, 3 * v + 3)])).toEqual(
      [-1.5, -1, -0.5, 0, 0.5, 1, 1.5].map((at) => [at, 0, 0]),
    );
    expect(cuboid({ cells: [2, 3, 2] }).centreline).toHaveLength(0);
  });

  it('is the same bytes twice, tells of progress, and says which sizes there are', () => {
    expect(cuboid()).toEqual(cuboid());
    expectProgress((progress) => cuboid({ progress }));
    expect(() => cuboid({ tetrahedra: 499 })).toThrow(
      'A cuboid of 499 tetrahedra was asked for, expected 500 to 2000000',
    );
    expect(() => cuboid({ size: [1, 0, 1] })).toThrow('A cuboid of 1 x 0 x 1 m was asked for, expected sizes above 0');
    expect(() => cuboid({ cells: [1, 2.5, 1] })).toThrow('A cuboid of 1 x 2.5 x 1 cells was asked for');
    expect(() => cuboid({ size: [100, 1, 1], tetrahedra: 500, clampLayers: 1 })).not.toThrow();
    expect(() => cuboid({ size: [1000, 1, 1], tetrahedra: 500 })).toThrow('A cuboid of 1000 x 1 x 1 m');
  });
});

describe('the beam', () => {
  for (const tetrahedra of [2000, 5000, 20_000, 100_000]) {
    it(`of ${tetrahedra} tetrahedra is sound, with cells inside its thickness`, () => {
      const { mesh, cells, length, width, thickness, layers } = beam({ tetrahedra });
      expect(Math.abs(mesh.tets.length / 4 / tetrahedra - 1)).toBeLessThan(0.1);
      // The coarser, the flatter its cells: two across the thickness make 2.8 times as long as thick ones of 2000 tetrahedra.
      const volume = expectSound(mesh, { min: tetrahedra < 20_000 ? 19 : 36, max: 90.01 });
      expect(volume).toBeCloseTo(length * width * thickness, 7);
      expect(cells[1]).toBeGreaterThanOrEqual(2);
      expect(layers).toBe(cells[0] + 1);
    });
  }

  it('is the same bytes twice, tells of progress, and says which sizes there are', () => {
    expect(beam()).toEqual(beam());
    expectProgress((progress) => beam({ progress }));
    for (const tetrahedra of [1999, 2_000_001, Number.NaN])
      expect(() => beam({ tetrahedra })).toThrow(
        `A beam of ${tetrahedra} tetrahedra was asked for, expected 2000 to 2000000`,
      );
    expect(() => beam({ tetrahedra: 2000, thickness: 0.005 })).toThrow(
      'A beam of 1 x 0.005 x 0.2 m was asked for with 2000',
    );
  });
});
