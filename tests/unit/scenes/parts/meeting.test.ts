import { expect, it } from 'vitest';
import type { CheckRunner, FrameState } from '../../../../src/scenes/check.ts';
import { collidingBalls } from '../../../../src/scenes/colliding-balls.ts';
import { watchMeeting } from '../../../../src/scenes/parts/meeting.ts';
import type { FrameRow } from '../../../../src/simulation/statistics.ts';
import { startOf } from '../start-of.ts';

const { build, world, positions } = startOf(collidingBalls);
const depths = new Float32Array(world.vertexCount);
const second = world.bodies[1].vertexBase;
const MATERIAL = { youngsModulus: 1e6, poissonRatio: 0.4 };

/** Measurements of frames of 1 s with these positions. */
async function seen(...frames: Float32Array[]) {
  const run: CheckRunner['run'] = async (_, { observe } = {}) => {
    const rows = frames.map((_, i) => ({ time: i + 1 }) as FrameRow);
    rows.forEach((row, i) => {
      observe?.({ row, world, positions: frames[i], depths } satisfies FrameState);
    });
    return { build, world, rows, broke: false };
  };
  const { meetings } = await watchMeeting({ size: 0, run }, 'flood', frames.length, MATERIAL);
  return meetings;
}

/** Positions in which a function moves the second ball's vertices, relative to its centre. */
const moved = (f: (x: number, y: number, z: number) => readonly number[]) => {
  const own = positions.subarray(3 * second);
  const middle = [0, 1, 2].map((k) => own.reduce((sum, x, i) => (i % 3 === k ? sum + x : sum), 0) / (own.length / 3));
  return positions.map((was, i) => {
    if (i < 3 * second) return was;
    const [x, y, z] = [0, 1, 2].map((k) => positions[i - (i % 3) + k] - middle[k]);
    return middle[i % 3] + f(x, y, z)[i % 3];
  });
};

it("measures the balls' closing speed and overlap, and no strain after a rigid motion", async () => {
  const nearer = moved((x, y, z) => [x - 1, 0.6 * y - 0.8 * z, 0.8 * y + 0.6 * z]);
  const [before, after] = await seen(positions, nearer);
  expect(after.closingSpeed).toBeCloseTo(1, 4);
  expect(before.overlap).toBeCloseTo(after.overlap - 1, 4);
  expect(before.overlap).toBeLessThan(-0.2);
  expect(after.overlap).toBeGreaterThan(0);
  for (const { tentacleStrain, farTentacleStrain } of [before, after])
    expect(Math.max(tentacleStrain, farTentacleStrain)).toBeLessThan(1e-5);
});

it('distinguishes tentacles from the ball, and far tentacles from near ones', async () => {
  const squared = (...u: number[]) => u.reduce((sum, x) => sum + x * x, 0);
  // Stretches the tentacles on one side only; the rigid fit still finds no rotation.
  const stretched = (side: number) =>
    moved((x, y, z) => (side * x > 0.2 && squared(x, y, z) > 1.01 ? [x * 1.1, y, z] : [x, y, z]));
  const squeezed = moved((x, y, z) => (squared(x, y, z) < 0.9 ? [0.8 * x, y, z] : [x, y, z]));
  // Shears only the elements between ball and tentacles.
  const shifted = moved((x, y, z) => (squared(x, y, z) > 1.01 ? [x + 0.2, y, z] : [x, y, z]));
  const [far, near, core, base] = await seen(stretched(1), stretched(-1), squeezed, shifted);
  expect(base.tentacleStrain).toBeGreaterThan(0.05);
  expect(far.farTentacleStrain).toBeGreaterThan(0.05);
  expect(near.tentacleStrain).toBeGreaterThan(0.05);
  expect(near.farTentacleStrain).toBeLessThan(1e-3);
  expect(core.tentacleStrain).toBeLessThan(1e-3);
  expect(core.energy).toBeGreaterThan(1e3);
});
