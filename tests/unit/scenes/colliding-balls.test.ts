import { expect, it } from 'vitest';
import { squishyBall } from '../../../src/scenes/models/squishy-ball.ts';
import { collidingBalls as scene } from '../../../src/scenes/colliding-balls.ts';
import { move, poseAt } from '../../../src/simulation/script/motion.ts';
import { isActive } from '../../../src/simulation/script/scripted.ts';
import { parametersWith } from '../../fixtures/stages.ts';
import { startOf } from './start-of.ts';

const { build, world, positions, piercing } = startOf(scene);
const parameters = parametersWith(scene.parameters);

it('is two balls of some 12,000 tetrahedra in at most 1,500 steps, and nothing touches', () => {
  expect(build.placements).toHaveLength(2);
  expect(world.tetCount).toBeLessThanOrEqual(25_000);
  expect(scene.frames * parameters.stepsPerFrame).toBeLessThanOrEqual(1500);
  expect(piercing).toBe(0);
  const [left, right] = build.placements.map(({ positions: own }) => own.filter((_, i) => i % 3 === 0));
  expect(Math.min(...right) - Math.max(...left)).toBeGreaterThan(0.2);
});

it('lets whole balls go with 25 m/s towards each other, still apart', () => {
  const { timeStep } = parameters;
  const moved = new Float32Array(6);
  const ends = world.drivers.map((driver) => {
    expect(driver.vertices).toHaveLength(world.models[0].topology.vertexCount);
    let time = 0;
    while (isActive(driver, time + timeStep)) time += timeStep;
    // The balls are held for only a few steps, which give them their speed.
    expect(time / timeStep).toBeLessThan(5);
    move(poseAt(driver.motion, time), driver.start, 0, moved, 0);
    move(poseAt(driver.motion, time + timeStep), driver.start, 0, moved, 3);
    return { speed: (moved[3] - moved[0]) / timeStep, way: moved[3] - driver.start[0] };
  });
  expect(ends[0].speed).toBeCloseTo(25, 2);
  expect(ends[1].speed).toBeCloseTo(-25, 2);
  const { reach } = squishyBall({ tetrahedra: scene.size.small });
  const [left, right] = [0, 1].map((body) => {
    const own = build.placements[body].positions.filter((_, i) => i % 3 === 0);
    return own.reduce((sum, x) => sum + x, 0) / own.length + ends[body].way;
  });
  // For any direction of the tentacles.
  expect(right - left - 2 * reach).toBeGreaterThan(0.2);
  expect(right - left - 2 * reach).toBeLessThan(0.3);
  const least = [0, 1].map((body) => {
    const own = build.placements[body].positions.filter((_, i) => i % 3 === 0);
    return body === 0 ? Math.max(...own) + ends[0].way : -(Math.min(...own) + ends[1].way);
  });
  expect(least[0] + least[1]).toBeLessThan(0);
  expect(positions).toHaveLength(3 * world.vertexCount);
});
