import { expect, it } from 'vitest';
import { tangledBall } from '../../../src/scenes/tangled-ball.ts';
import { pressedBall } from './pressed-ball.ts';

const scene = pressedBall(tangledBall, tangledBall.size.small);

it('is one ball of the size asked for, with points of all kinds for contacts', () => {
  const { world } = scene;
  expect(world.bodies).toHaveLength(1);
  expect(Math.abs(world.tetCount / tangledBall.size.small - 1)).toBeLessThan(0.08);
  expect(world.points.firstEdge).toBeGreaterThan(world.points.firstCentroid);
});

it('starts free of itself and of the plates', () => {
  expect(scene.piercing).toBe(0);
  expect(scene.least(0)).toBeGreaterThan(0);
});

it('is pressed to 1.45 m, and the plates stand while collisions are switched on', () => {
  expect(scene.between(0.6)).toBeCloseTo(1.45, 6);
  expect(scene.between(1)).toBeCloseTo(1.45, 6);
  expect(scene.between(2)).toBeCloseTo(scene.between(0), 6);
  const [on, back] = scene.build.script?.switches ?? [];
  expect(on.time).toBeGreaterThan(0.6);
  expect(on.parameters).toMatchObject({ mode: 'hybrid', stepsPerFrame: 1 });
  // At least twenty steps, one per frame, before the plates part.
  expect(back.time - on.time).toBeGreaterThan(20 * scene.parameters.timeStep);
  expect(back.time).toBeLessThan(1);
  expect(scene.parameters.mode).toBe('off');
});

it('has frames from its start to well after the plates have parted', () => {
  expect(scene.duration()).toBeGreaterThan(2.2);
  expect(scene.steps()).toBeLessThanOrEqual(1500);
});
