import { describe, expect, it } from 'vitest';
import { buildSurfaceTopology } from '../../../../src/mesh/surface-mesh.ts';
import { TET_FACES } from '../../../../src/mesh/tet-mesh.ts';
import { legLayers } from '../../../../src/scenes/models/leg-layers.ts';
import { checkPositive } from '../../../../src/mesh/air/prisms.ts';
import { armpit } from '../../../../src/scenes/models/armpit.ts';
import { MUSICIANS, musicians } from '../../../../src/scenes/models/musicians.ts';
import { determinant, expectSoundSpace } from './sound-space.ts';
import { isFull } from '../../../fixtures/tier.ts';

const keyOf = (corners: readonly number[]) => [...corners].sort((a, b) => a - b).join();

describe('models with air', () => {
  it.runIf(isFull)('are the four musicians, one on top of the other, with about as much air as in the paper', () => {
    const space = musicians();
    const { free, worst, air } = expectSoundSpace(space);
    expect([free, worst > 1e-3, Math.round(air / 100)]).toEqual([0, true, 27]);
    expect(space.bodies).toHaveLength(MUSICIANS.length);
    const middles = space.bodies.map(({ positions }) => {
      const heights = positions.filter((_, i) => i % 3 === 1);
      return heights.reduce((sum, y) => sum + y, 0) / heights.length;
    });
    expect(middles).toEqual([...middles].sort((a, b) => a - b));
  });

  it('are a torso with an arm and air between them', () => {
    const { mesh, air, spine, armBone } = armpit(0.2);
    checkPositive(air, mesh.positions);
    expect(air.elements.length / 4).toBeGreaterThan(50);
    expect([spine.length > 5, armBone.length > 3]).toEqual([true, true]);
    expect(spine.filter((v) => armBone.includes(v))).toHaveLength(0);
  });

  it('are three layers around two legs, whose triangles are faces of the air', () => {
    const { legs, layers, air } = legLayers({ around: 32, aroundLeg: 12, levels: 10 });
    const surfaces = [...legs, ...layers.map(({ mesh }) => mesh)];
    for (const { positions, triangles } of surfaces) buildSurfaceTopology(triangles, positions.length / 3);
    for (const { positions, triangles } of legs) {
      const x = [...positions, 0, 0.5, 0]; // tetrahedra from a point outside, of either sign, add up to the leg's volume
      let volume = 0;
      for (let t = 0; t < triangles.length; t += 3)
        volume += determinant(x, [positions.length / 3, ...triangles.subarray(t, t + 3)]) / 6;
      expect(volume / (Math.PI * 0.08 ** 2 * (0.87 + (4 / 3) * 0.08))).toBeCloseTo(0.93, 1); // polygons for circles
    }
    const counts = new Map<string, number>();
    for (let e = 0; e < air.elements.length; e += 4)
      for (const face of TET_FACES) {
        const key = keyOf(face.map((c) => air.elements[e + c]));
        counts.set(key, (counts.get(key) ?? 0) + 1);
      }
    expect([...counts.values()].every((count) => count <= 2)).toBe(true);
    let first = 0;
    const seen = surfaces.map(({ positions, triangles }) => {
      const tally = [0, 0, 0];
      for (let t = 0; t < triangles.length; t += 3)
        tally[counts.get(keyOf(Array.from(triangles.subarray(t, t + 3), (v) => first + v))) ?? 0]++;
      first += positions.length / 3;
      return tally;
    });
    const [tube, cone] = [2 * 12 * 9, 2 * 32 * 9]; // triangles between hem and waist
    expect(seen.slice(0, 2).map(([, once]) => once)).toEqual([tube, tube]);
    expect(seen.slice(2)).toEqual([
      [0, 0, cone],
      [0, 0, cone],
      [0, cone, 0],
    ]);
    expect(air.elements.length / 4).toBe(3 * 9 * (2 * (17 + 12) + 2 * 64));
  });

  it('have the volume between the outermost layer and the legs', () => {
    const { legs, layers, air } = legLayers({ around: 64, aroundLeg: 24, levels: 12 });
    const x = [...legs, ...layers.map(({ mesh }) => mesh)].flatMap(({ positions }) => Array.from(positions));
    let volume = 0;
    for (let e = 0; e < air.elements.length; e += 4) volume += determinant(x, air.elements.subarray(e, e + 4)) / 6;
    const [waist, hem, height, leg] = [0.23 + 2 * 0.03, 0.42 + 2 * 0.045, 0.55, 0.08];
    const expected = Math.PI * height * ((waist * waist + waist * hem + hem * hem) / 3 - 2 * leg * leg);
    expect(volume / expected).toBeCloseTo(1, 2); // polygons for circles
  });
});
