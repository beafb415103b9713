import { expect, it } from 'vitest';
import { massSpring as scene } from '../../../src/scenes/mass-spring.ts';
import { poseAt } from '../../../src/simulation/script/motion.ts';
import type { Plane } from '../../../src/simulation/world/world.ts';
import { parametersWith } from '../../fixtures/stages.ts';
import { startOf } from './start-of.ts';

const { build, world, lowest, positions } = startOf(scene);

it('is two cubes of one mesh, of which one is of springs', () => {
  expect(world.models).toHaveLength(1);
  expect(world.bodies.map(({ kind }) => kind).toSorted()).toEqual(['mass-spring', undefined]);
  expect(Math.abs(world.tetCount / (2 * scene.size.small) - 1)).toBeLessThan(0.1);
  expect(lowest).toBeGreaterThan(0);
});

it('has springs as stiff along an axis as the solid is', () => {
  const [{ springs, mesh, elasticTets }] = world.models;
  const stiffness = build.placements[1].material?.springStiffness ?? Number.NaN;
  const { youngsModulus } = parametersWith(scene.parameters);
  const volume = elasticTets.restVolumes.reduce((sum, each) => sum + each, 0);
  // Stress of springs in a stretch along an axis by a small strain, while nothing moves across. If directions were even, it were
  // E (1 - nu) / ((1 + nu) (1 - 2 nu)) = 1.2 E, with nu = 1/4.
  const ratios = [0, 1, 2].map((axis) => {
    let sum = 0;
    springs.restLengths.forEach((length, s) => {
      const [a, b] = [springs.vertices[2 * s], springs.vertices[2 * s + 1]];
      const along = mesh.positions[3 * a + axis] - mesh.positions[3 * b + axis];
      sum += (stiffness * along ** 4) / length ** 2;
    });
    return sum / volume / (1.2 * youngsModulus);
  });
  for (const ratio of ratios) {
    expect(ratio).toBeGreaterThan(0.7);
    expect(ratio).toBeLessThan(1.5);
  }
});

it('has a plate above the cubes that comes down to less than half of their height, and is drawn where it presses', () => {
  const { normal, offset } = build.colliders[1] as Plane;
  const [{ centre, collider }] = build.plates ?? [];
  expect(collider).toBe(1);
  expect(normal.reduce((sum, x, k) => sum + x * centre[k], 0)).toBeCloseTo(offset, 10);
  const top = positions.reduce((most, y, i) => (i % 3 === 1 ? Math.max(most, y) : most), 0);
  expect(centre[1]).toBeGreaterThan(top);
  const { motion } = build.script!.colliders![0];
  const { timeStep, stepsPerFrame } = parametersWith(scene.parameters);
  const heights = Array.from(
    { length: scene.frames },
    (_, f) => centre[1] + poseAt(motion, f * timeStep * stepsPerFrame).shift[1],
  );
  expect(Math.min(...heights)).toBeLessThan(0.5 * 0.6);
  expect(heights.at(-1)).toBeGreaterThan(top);
});
