import { expect, it } from 'vitest';
import { ballsBowl as scene } from '../../../src/scenes/balls-bowl.ts';
import type { Bowl } from '../../../src/simulation/world/world.ts';
import { parametersWith } from '../../fixtures/stages.ts';
import { startOf } from './start-of.ts';

const { build, world, positions, piercing } = startOf(scene);
const bowl = build.colliders[0] as Bowl;

it('is four balls of fewer than 25,000 tetrahedra, and at most 1,500 steps', () => {
  expect(build.placements).toHaveLength(4);
  expect(world.tetCount).toBeLessThanOrEqual(25_000);
  expect(scene.frames * parametersWith(scene.parameters).stepsPerFrame).toBeLessThanOrEqual(1500);
});

it('has a bowl that stands over the ground, its rim below the middle', () => {
  const { centre, radius, rim, thickness } = bowl;
  expect(centre[1] - radius - thickness).toBeCloseTo(0.1, 10);
  expect(rim).toBeLessThan(centre[1]);
  expect(rim).toBeGreaterThan(centre[1] - radius / 2);
});

it('begins over the bowl, clear of its wall and of one another', () => {
  expect(piercing).toBe(0);
  let most = 0;
  for (let i = 0; i < positions.length; i += 3) {
    const [x, y, z] = [0, 1, 2].map((k) => positions[i + k] - bowl.centre[k]);
    most = Math.max(most, Math.hypot(x, Math.min(y, 0), z));
  }
  expect(most).toBeLessThan(bowl.radius - 0.04);
  const centres = build.placements.map(({ positions: own }) =>
    [0, 1, 2].map((k) => own.reduce((sum, x, i) => (i % 3 === k ? sum + x : sum), 0) / (own.length / 3)),
  );
  for (let i = 0; i < 4; i++)
    for (let j = 0; j < i; j++)
      expect(Math.hypot(...[0, 1, 2].map((k) => centres[i][k] - centres[j][k]))).toBeGreaterThan(2 * 1.85);
});

it("a ball falls less than the wall's thickness in a step, so that the wall stops it", () => {
  const { timeStep, dropSpeed } = parametersWith(scene.parameters);
  const top = positions.reduce((most, y, i) => (i % 3 === 1 ? Math.max(most, y) : most), 0);
  expect(Math.sqrt(dropSpeed ** 2 + 2 * 9.81 * top) * timeStep).toBeLessThan(bowl.thickness / 2);
});
