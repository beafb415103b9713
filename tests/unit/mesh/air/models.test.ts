import { describe, expect, it } from 'vitest';
import { checkPositive } from '../../../../src/mesh/air/prisms.ts';
import { armpit } from '../../../../src/scenes/models/armpit.ts';
import { MUSICIANS, musicians } from '../../../../src/scenes/models/musicians.ts';
import { expectSoundSpace } from './sound-space.ts';

describe('models with air', () => {
  it('are the four musicians, one on top of the other, with about as much air as in the paper', () => {
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
});
