import { expect, it } from 'vitest';
import { flattenedBall } from '../../../src/scenes/flattened-ball.ts';
import { startParameters } from '../../../src/scenes/start-parameters.ts';
import type { Plane } from '../../../src/simulation/world/world.ts';
import { pressedBall } from './pressed-ball.ts';

const scene = pressedBall(flattenedBall, flattenedBall.size.small);

it('is one ball of the requested size', () => {
  const { world } = scene;
  expect(world.bodies).toHaveLength(1);
  expect(Math.abs(world.tetCount / flattenedBall.size.small - 1)).toBeLessThan(0.08);
});

it('starts free of itself and of the plates', () => {
  expect(scene.piercing).toBe(0);
  expect(scene.least(0)).toBeGreaterThan(0);
});

it('draws the plates where they press', () => {
  const { colliders, plates = [] } = scene.build;
  expect(plates).toHaveLength(2);
  for (const { collider, centre } of plates) {
    const { normal, offset } = colliders[collider] as Plane;
    expect(normal.reduce((sum, x, k) => sum + x * centre[k], 0)).toBeCloseTo(offset, 10);
  }
});

it('is pressed to a twentieth of its radius of 1 m, never closer, and let go', () => {
  const times = Array.from({ length: 400 }, (_, i) => 0.01 * i);
  expect(Math.min(...times.map(scene.between))).toBeCloseTo(0.05, 6);
  expect(scene.between(4)).toBeGreaterThan(scene.between(0));
});

it('ends well after the plates have parted, within 2,600 steps', () => {
  const end = scene.duration();
  expect(scene.between(end - 1)).toBeCloseTo(scene.between(end), 6);
  expect(scene.steps()).toBeLessThanOrEqual(2600);
});

// With steps of 6 ms once the plates had parted, tips moved by more than their radius per step. Three of fourteen starts
// (accept flattened-ball) ended with a tentacle that had been crushed at its tip when it struck the ball.
it('never has longer steps than while the ball is pressed', () => {
  const { switches = [] } = scene.build.script ?? {};
  expect(switches).not.toHaveLength(0);
  for (const { parameters } of switches)
    expect(parameters.timeStep ?? flattenedBall.parameters.timeStep).toBeLessThanOrEqual(
      flattenedBall.parameters.timeStep!,
    );
});

it('has frames after the press that last equally long at sizes small and medium', () => {
  const { small, medium } = flattenedBall.size;
  const [atSmall, atMedium] = [small, medium!].map((size) => {
    const { timeStep } = startParameters(flattenedBall, size);
    return timeStep * flattenedBall.build(size).script!.switches![0].parameters.stepsPerFrame!;
  });
  expect(atMedium).toBeCloseTo(atSmall, 9);
});
