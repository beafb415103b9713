import { describe, expect, it } from 'vitest';
import { hollowSnake } from '../../../src/scenes/models/hollow-snake.ts';
import { beyond, coilMotions, spiralPoints } from '../../../src/scenes/parts/coil.ts';
import { throughKeyframes } from '../../../src/scenes/parts/keyframes.ts';
import { meanOf, whereInside } from '../../../src/scenes/parts/swallowed.ts';
import { SCENES } from '../../../src/scenes/scenes.ts';
import { snakeApple } from '../../../src/scenes/snake-apple.ts';
import { snakeCoils } from '../../../src/scenes/snake-coils.ts';
import { poseAt } from '../../../src/simulation/script/motion.ts';
import { parametersWith } from '../../fixtures/stages.ts';
import { startOf } from './start-of.ts';
import { some } from '../../fixtures/tier.ts';

describe.each([snakeCoils, snakeApple])('$name at its small size', (scene) => {
  const { build, world, lowest, piercing } = startOf(scene);

  it('is listed, and has about the promised number of tetrahedra', () => {
    expect(SCENES).toContain(scene);
    expect(Math.abs(world.tetCount / scene.size.small - 1)).toBeLessThan(0.1);
    expect(world.tetCount).toBeLessThan(8000);
  });

  it('can be built from its least to its greatest size', () => {
    const { min, medium, paper, max } = scene.size;
    for (const size of some([min, medium, paper, max], 2)) {
      const count = scene.build(size).placements.reduce((sum, { model }) => sum + model.topology.tetCount, 0);
      expect(Math.abs(count / size - 1)).toBeLessThan(0.1);
    }
  });

  it('starts clear of itself and of the ground', () => {
    expect(piercing).toBe(0);
    expect(lowest).toBeGreaterThan(0);
  });

  it('ends its motion before its last frames, without jerks', () => {
    const { timeStep, stepsPerFrame } = parametersWith(scene.parameters);
    const end = scene.frames * timeStep * stepsPerFrame;
    for (const { motion } of build.script?.drivers ?? []) {
      expect(motion.times.at(-1)).toBeLessThan(end - 0.5);
      let furthest = 0;
      for (let time = 0; time < end; time += timeStep) {
        const [a, b] = [poseAt(motion, time), poseAt(motion, time + timeStep)];
        furthest = Math.max(furthest, Math.hypot(...a.shift.map((x, k) => b.shift[k] - x)));
      }
      // No driver is faster than 1.5 m/s.
      expect(furthest).toBeLessThan(1.5 * timeStep);
    }
  });

  it('has colours of its own, with shares from 0 to 1', () => {
    for (const { skin, model } of build.placements) {
      expect(skin).toBeDefined();
      for (const { shares } of skin?.marks ?? []) {
        expect(shares).toHaveLength(model.topology.vertexCount);
        expect(shares.every((share) => share >= 0 && share <= 1)).toBe(true);
      }
    }
    expect(world.bodies.map(({ skin }) => skin?.colour)).toContain(build.placements[0].skin?.colour);
  });
});

it('winds a spiral whose turns are as far apart as its breadth says', () => {
  const points = spiralPoints({ hole: 0.05, breadth: () => 0.02 }, 3);
  const turn = points.find(({ turns }) => turns >= 2)!;
  const next = points.find(({ turns }) => turns >= 3)!;
  expect(next.radius - turn.radius).toBeCloseTo(0.02, 3);
  const [x, z] = beyond({ turns: 0, radius: 0.05 }, 1, 0.01);
  expect(x).toBeCloseTo(0.06, 12);
  expect(z).toBeCloseTo(-1, 12);
});

it('leads the head around the middle: both turn as much as the body is wound up, the other way round', () => {
  const { middle, head, end } = coilMotions({
    spiral: { hole: 0.05, breadth: () => 0.02 },
    length: 1,
    wound: [0.2, 0.8],
    pull: [0, 0],
    headShare: 0.25,
    rest: { turns: 0.25, distance: 0.05, height: 0.03, inwards: 0 },
    speed: 1,
    rise: 1,
    start: 0.5,
  });
  const [tail, snout] = [middle.turns!.at(-1)!, head.turns!.at(-1)!];
  expect(snout / (snout - tail)).toBeCloseTo(0.25, 10);
  expect(head.shifts!.at(-1)![1]).toBeCloseTo(0.03, 12);
  expect(head.times.at(-1)).toBe(end);
  expect(Math.max(...head.times.map((time, k) => (head.times[k - 1] ?? 0) - time))).toBeLessThanOrEqual(0);
});

it('passes through keyframes, and stands still in them', () => {
  const motion = throughKeyframes([
    { time: 1, shift: [0, 0, 0] },
    { time: 2, shift: [1, 0, 0], turns: 0.5 },
    { time: 4, shift: [1, 2, 0] },
  ]);
  expect(poseAt(motion, 0).shift).toEqual([0, 0, 0]);
  expect(poseAt(motion, 2).shift).toEqual([1, 0, 0]);
  expect(poseAt(motion, 3).shift[1]).toBeCloseTo(1, 12);
  expect(poseAt(motion, 5).shift).toEqual([1, 2, 0]);
  expect(motion.turns?.[12]).toBe(0.5);
  const first = poseAt(motion, 1 + 1 / 12).shift[0];
  expect(first).toBeLessThan(1 / 40);
});

it('finds where a point lies in a gullet', () => {
  const snake = hollowSnake({ tetrahedra: 6000 });
  const inside = whereInside(snake, snake.mesh.positions, [0.4, 0, 0.01]);
  expect(inside.place).toBeCloseTo(0.4 / 1.7 + 0.5, 1);
  expect(inside.aside).toBeLessThan(0.03);
  expect(inside.bulge).toBeCloseTo(1, 6);
  expect(whereInside(snake, snake.mesh.positions, [2, 0, 0]).place).toBe(1);
  expect(meanOf(Float32Array.of(0, 0, 0, 2, 4, 6))).toEqual([1, 2, 3]);
});
