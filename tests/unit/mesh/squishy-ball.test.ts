import { isFull } from '../../fixtures/tier.ts';
import { describe, expect, it } from 'vitest';
import { buildTopology } from '../../../src/mesh/build-topology.ts';
import {
  MAX_DIHEDRAL,
  MIN_DIHEDRAL,
  squishyBall,
  type SquishyBallModel,
} from '../../../src/scenes/models/squishy-ball.ts';
import { dihedralRange, nonManifoldVertices, signedVolumes } from '../../../src/mesh/quality.ts';

const SIZES = [4000, 6000, 8000, 12_000, 26_000, 51_000, 120_000, 181_000];
/** Most tetrahedra at a vertex: it bounds the number of colours. */
const MAX_VALENCE = 48;

describe('the squishy ball', () => {
  for (const tetrahedra of isFull ? [...SIZES, 430_000, 700_000] : SIZES)
    for (const hollow of [false, true])
      it(`of ${tetrahedra} tetrahedra, ${hollow ? 'hollow' : 'solid'}, is sound: closed manifold, positive, angles within bounds`, () => {
        const { mesh } = squishyBall({ tetrahedra, hollow });
        const vertices = mesh.positions.length / 3;
        const topology = buildTopology(mesh.tets, vertices);
        expect(Math.abs(topology.tetCount / tetrahedra - 1)).toBeLessThan(0.08);
        // The Euler characteristic of a sphere, or of two spheres.
        expect(topology.surfaceVertexCount - topology.edgeCount + topology.faceCount).toBe(hollow ? 4 : 2);
        expect(nonManifoldVertices(topology.faces, vertices)).toHaveLength(0);
        expect(signedVolumes(mesh).every((volume) => volume > 0)).toBe(true);
        const { min, max } = dihedralRange(mesh);
        expect(min).toBeGreaterThan(MIN_DIHEDRAL);
        expect(max).toBeLessThan(MAX_DIHEDRAL);
        const valence = new Uint32Array(vertices);
        for (const v of mesh.tets) valence[v]++;
        expect(valence.every((count) => count > 0 && count <= MAX_VALENCE)).toBe(true);
      });

  it('is met within 8 % wherever one design gives way to the next', () => {
    for (const limit of [4000, 7000, 11_500, 25_000, 50_000, 70_000, 180_000])
      for (const tetrahedra of [limit, limit + 1])
        for (const hollow of [false, true])
          expect(Math.abs(squishyBall({ tetrahedra, hollow }).mesh.tets.length / 4 / tetrahedra - 1)).toBeLessThan(
            0.08,
          );
  });

  it('has at most 48 tentacles where small, and some hundred at the size of the paper', () => {
    const tentacles = (tetrahedra: number) => squishyBall({ tetrahedra }).tentacles;
    expect([4000, 6000, 12_000, 25_000].map(tentacles)).toEqual([32, 32, 42, 42]);
    expect([120_000, 700_000].map(tentacles)).toEqual([362, 482]);
  });

  for (const tetrahedra of SIZES)
    it(`of ${tetrahedra} tetrahedra keeps its slim tentacles clear of one another`, () => {
      const model = squishyBall({ tetrahedra });
      const { tentacleRadius, gap, reach, radius } = model;
      expect((reach - radius) / tentacleRadius).toBeGreaterThan(8);
      // A tentacle lies within its radius around a ray from the ball outwards; such rays are nearest at the ball.
      const axes = tentacleAxes(model);
      expect(furthestFromAxis(model, axes)).toBeLessThan(tentacleRadius * (1 + 1e-6));
      let least = Number.POSITIVE_INFINITY;
      for (let i = 0; i < axes.length; i++)
        for (let j = 0; j < i; j++) least = Math.min(least, Math.hypot(...axes[i].map((x, k) => x - axes[j][k])));
      expect(gap).toBeCloseTo(least - 2 * tentacleRadius, 5);
      expect(gap).toBeGreaterThan(0.9 * tentacleRadius);
    });

  it('is a ball of 1 m with tentacles all over, as far as it says', () => {
    const { mesh, radius, reach, coreVertices, tentacleOffsets, tentacles } = squishyBall({ tetrahedra: 6000 });
    const distance = (v: number) => Math.hypot(...mesh.positions.subarray(3 * v, 3 * v + 3));
    const vertices = mesh.positions.length / 3;
    expect(Math.max(...Array.from(coreVertices, distance))).toBeCloseTo(radius, 6);
    expect(Math.max(...Array.from({ length: vertices }, (_, v) => distance(v)))).toBeCloseTo(reach, 6);
    expect(tentacleOffsets).toHaveLength(tentacles + 1);
    expect([tentacleOffsets[0], tentacleOffsets.at(-1)]).toEqual([coreVertices.length, vertices]);
    for (let v = coreVertices.length; v < vertices; v++) if (!(distance(v) > radius)) expect.fail(`vertex ${v}`);
  });

  it('when hollow, has a shell at least two tetrahedra thick', () => {
    for (const tetrahedra of SIZES) {
      const { mesh, radius, hollowRadius, coreVertices } = squishyBall({ tetrahedra, hollow: true });
      expect(hollowRadius).toBeGreaterThan(0.5);
      expect(hollowRadius).toBeLessThan(0.8);
      const isAt = (v: number, r: number) =>
        Math.abs(Math.hypot(...mesh.positions.subarray(3 * v, 3 * v + 3)) - r) < 1e-6;
      const outer = coreVertices.map((v) => Number(isAt(v, radius)));
      const inner = coreVertices.map((v) => Number(isAt(v, hollowRadius)));
      expect(inner.some((is) => is === 1)).toBe(true);
      for (let t = 0; t < mesh.tets.length; t += 4) {
        const corners = mesh.tets.subarray(t, t + 4);
        if (corners.some((v) => outer[v] === 1)) expect(corners.some((v) => inner[v] === 1)).toBe(false);
      }
    }
  });

  it('is the same bytes twice', () => {
    expect(squishyBall({ hollow: true })).toEqual(squishyBall({ hollow: true }));
  });

  it('tells of progress from 0 to 1, never back', () => {
    const told: number[] = [];
    squishyBall({ progress: (fraction) => told.push(fraction) });
    expect(told).toEqual([...told].sort((a, b) => a - b));
    expect([told[0], told.at(-1)]).toEqual([0, 1]);
  });

  it('says which sizes there are', () => {
    for (const tetrahedra of [3999, 3_000_001, Number.NaN]) {
      expect(() => squishyBall({ tetrahedra })).toThrow(RangeError);
      expect(() => squishyBall({ tetrahedra })).toThrow(
        `A squishy ball of ${tetrahedra} tetrahedra was asked for, expected 4000 to 3000000`,
      );
    }
  });
});

/** Unit vectors through the middle of each tentacle's lowest layer, which is its first vertex. */
function tentacleAxes({ mesh, tentacles, tentacleOffsets }: SquishyBallModel): number[][] {
  return Array.from({ length: tentacles }, (_, i) => {
    const at = [...mesh.positions.subarray(3 * tentacleOffsets[i], 3 * tentacleOffsets[i] + 3)];
    return at.map((x) => x / Math.hypot(...at));
  });
}

function furthestFromAxis({ mesh, tentacleOffsets }: SquishyBallModel, axes: number[][]): number {
  let furthest = 0;
  for (let i = 0; i < axes.length; i++)
    for (let v = tentacleOffsets[i]; v < tentacleOffsets[i + 1]; v++) {
      const at = [...mesh.positions.subarray(3 * v, 3 * v + 3)];
      const along = at.reduce((sum, x, k) => sum + x * axes[i][k], 0);
      furthest = Math.max(furthest, Math.hypot(...at.map((x, k) => x - along * axes[i][k])));
    }
  return furthest;
}
