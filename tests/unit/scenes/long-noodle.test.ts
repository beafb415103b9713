import { describe, expect, it } from 'vitest';
import { longNoodle } from '../../../src/scenes/long-noodle.ts';
import { windingLine, woundNoodle } from '../../../src/scenes/parts/wound-noodle.ts';
import type { Bowl } from '../../../src/simulation/world/world.ts';
import { parametersWith } from '../../fixtures/stages.ts';
import { startOf } from './start-of.ts';

describe('long-noodle at its small size', () => {
  const start = startOf(longNoodle);
  const bowl = start.build.colliders[0] as Bowl;

  it('is one noodle of fewer than 25,000 tetrahedra, at most 1,500 steps', () => {
    expect(start.world.bodies).toHaveLength(1);
    expect(Math.abs(start.world.tetCount / longNoodle.size.small - 1)).toBeLessThan(0.1);
    expect(longNoodle.frames * parametersWith(longNoodle.parameters).stepsPerFrame).toBeLessThanOrEqual(1500);
  });

  it('starts wound up above the bowl, clear of itself and of the bowl', () => {
    expect(start.piercing).toBe(0);
    let least = Number.POSITIVE_INFINITY;
    const { positions } = start;
    for (let i = 0; i < positions.length; i += 3) {
      const [x, y, z] = [0, 1, 2].map((k) => positions[i + k] - bowl.centre[k]);
      // Above the rim, the noodle stays over the opening.
      least = Math.min(least, bowl.radius - Math.sqrt(x * x + Math.min(y, 0) ** 2 + z * z));
    }
    expect(least).toBeGreaterThan(0.02);
  });

  it('is hardly stretched at the start: its axis has the rest length within half a percent', () => {
    const { model, positions } = woundNoodle(3000, 0.02, {
      length: 200,
      loops: [6, 10],
      swing: 2,
      wander: 3,
      wanderLoops: 3,
      rise: 3,
      height: 5,
    });
    const { mesh } = model;
    // The first vertex of each layer is on the axis.
    const perLayer = mesh.positions.findIndex((x, i) => i % 3 === 0 && x > mesh.positions[0]) / 3;
    const along = (x: Float32Array) => {
      let sum = 0;
      for (let v = perLayer; v < x.length / 3; v += perLayer)
        sum += Math.hypot(...[0, 1, 2].map((k) => x[3 * v + k] - x[3 * (v - perLayer) + k]));
      return sum;
    };
    expect(along(mesh.positions)).toBeCloseTo(4, 5);
    expect(Math.abs(along(positions) / 4 - 1)).toBeLessThan(5e-3);
  });

  it('makes a line of the requested length, each loop above the previous one, with the same bits every time', () => {
    const winding = {
      length: 300,
      loops: [5, 9],
      swing: 1.5,
      wander: 4,
      wanderLoops: 2.5,
      rise: 3,
      height: 1,
    } as const;
    const line = windingLine(winding);
    let length = 0;
    for (let i = 3; i < line.length; i += 3) {
      length += Math.hypot(...[0, 1, 2].map((k) => line[i + k] - line[i + k - 3]));
      expect(line[i + 1]).toBeGreaterThan(line[i - 2]);
    }
    expect(length).toBeCloseTo(300, 9);
    expect(windingLine(winding)).toEqual(line);
  });
});
