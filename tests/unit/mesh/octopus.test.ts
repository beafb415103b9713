import { isFull, some } from '../../fixtures/tier.ts';
import { describe, expect, it } from 'vitest';
import { buildTopology } from '../../../src/mesh/build-topology.ts';
import { octopus } from '../../../src/scenes/models/octopus.ts';
import { dihedralRange, nonManifoldVertices, signedVolumes } from '../../../src/mesh/quality.ts';
import { MAX_DIHEDRAL, MIN_DIHEDRAL } from '../../../src/mesh/tetrahedralise/isosurface-stuffing.ts';

describe('the octopus', () => {
  for (const tetrahedra of some([900, 1000, 1500, 2000, 2900, 3000, 14_800, 50_000, 5000], 4)) {
    it(`of ${tetrahedra} tetrahedra is sound: closed manifold of a sphere's kind, positive, angles within bounds`, () => {
      const { mesh, armTipRadius, cell } = octopus({ tetrahedra });
      const vertices = mesh.positions.length / 3;
      const topology = buildTopology(mesh.tets, vertices);
      expect(Math.abs(topology.tetCount / tetrahedra - 1)).toBeLessThan(0.05);
      expect(topology.surfaceVertexCount - topology.edgeCount + topology.faceCount).toBe(2);
      expect(nonManifoldVertices(topology.faces, vertices)).toHaveLength(0);
      expect(signedVolumes(mesh).every((volume) => volume > 0)).toBe(true);
      const { min, max } = dihedralRange(mesh);
      expect(min).toBeGreaterThan(MIN_DIHEDRAL);
      expect(max).toBeLessThan(MAX_DIHEDRAL);
      expect(armTipRadius).toBeGreaterThanOrEqual((tetrahedra < 3000 ? 0.8 : 1.2) * cell);
    });
  }

  it.each(some([900, 1000, 1500, 2000, 3000], 2))(
    'of %i tetrahedra has eight arms: all their tips are there',
    (tetrahedra) => {
      const { mesh } = octopus({ tetrahedra });
      // An arm lies in the eighth of the plane around its direction, and nothing but arms is that far out.
      const sectors = new Set<number>();
      for (let v = 0; v < mesh.positions.length; v += 3) {
        const [x, , z] = mesh.positions.subarray(v, v + 3);
        if (Math.hypot(x, z) > 0.42) sectors.add(Math.floor((Math.atan2(z, x) / Math.PI) * 4 + 4));
      }
      expect(sectors.size).toBe(8);
    },
  );

  it('has about 14,800 tetrahedra and 3,700 vertices by default, spans a metre and stands on the floor', () => {
    const { mesh } = octopus();
    expect(Math.abs(mesh.positions.length / 3 / 3700 - 1)).toBeLessThan(0.1);
    const extent = (k: number) => {
      const along = mesh.positions.filter((_, i) => i % 3 === k);
      return [Math.min(...along), Math.max(...along)];
    };
    for (const k of [0, 2]) {
      const [low, high] = extent(k);
      expect(high - low).toBeCloseTo(1, 1);
      expect(high + low).toBeCloseTo(0, 1);
    }
    expect(extent(1)[0]).toBeCloseTo(0, 1);
  });

  it('is the same bytes twice', () => {
    const [first, second] = [octopus({ tetrahedra: 3000 }), octopus({ tetrahedra: 3000 })];
    expect(second).toEqual(first);
  });

  it.runIf(isFull)('says whether its arms had to be thickened', () => {
    const coarse = octopus({ tetrahedra: 3000 });
    expect(coarse.thickened).toBe(true);
    expect(coarse.armBaseRadius).toBeCloseTo(1.2 * coarse.cell, 10);
    const fine = octopus({ tetrahedra: 90_000 });
    expect(fine.thickened).toBe(false);
    expect(fine.armBaseRadius).toBe(0.06);
  });

  it('tells of progress from 0 to 1, never back', () => {
    const told: number[] = [];
    octopus({ tetrahedra: 3000, progress: (fraction) => told.push(fraction) });
    expect(told).toEqual([...told].sort((a, b) => a - b));
    expect([told[0], told.at(-1)]).toEqual([0, 1]);
  });

  it('says which sizes there are', () => {
    for (const tetrahedra of [899, 200_001, Number.NaN])
      expect(() => octopus({ tetrahedra })).toThrow(
        `An octopus of ${tetrahedra} tetrahedra was asked for, expected 900 to 200000`,
      );
  });
});
