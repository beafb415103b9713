import { expect, it } from 'vitest';
import { cuboid } from '../../../../src/mesh/model/cuboid.ts';
import { PathEnergy } from '../../../../src/scenes/parts/path-energy.ts';
import { createModel } from '../../../../src/simulation/world/create-model.ts';
import { createWorld } from '../../../../src/simulation/world/create-world.ts';

/** Sides of the boxes at rest, and offset of the second from the first, in the rest shape [m]. */
const SIDES = [1, 1.1, 1.3];
const ASIDE = [0.37, 0.41, 0.29];

/** Compares paths of two overlapping boxes, both stretched by `factors`. */
function look(factors: readonly number[]): PathEnergy {
  const { mesh } = cuboid({ size: [1, 1.1, 1.3], cells: [4, 4, 4] });
  const model = createModel('box', mesh, 0.5);
  const placements = [0, 1].map((body) => ({
    model,
    positions: mesh.positions.map((x, i) => factors[i % 3]! * (x + body * ASIDE[i % 3]!)),
  }));
  const { world, positions } = createWorld(placements, []);
  const energy = new PathEnergy(world);
  energy.compare(positions);
  return energy;
}

/** The expected sums, computed from the planes of the sides, since boxes are convex. */
function expected(factors: readonly number[]): { paths: number; shortest: number; restShape: number; longer: number } {
  const { positions } = cuboid({ size: [1, 1.1, 1.3], cells: [4, 4, 4] }).mesh;
  const sums = { paths: 0, shortest: 0, restShape: 0, longer: 0 };
  for (const sign of [1, -1])
    for (let v = 0; v < positions.length; v += 3) {
      const p = [0, 1, 2].map((k) => positions[v + k]! + sign * ASIDE[k]!);
      const own = [0, 1, 2].map((k) => Math.abs(positions[v + k]!) - SIDES[k]! / 2);
      const gaps = p.map((x, k) => SIDES[k]! / 2 - Math.abs(x));
      if (Math.max(...own) < -1e-6 || Math.min(...gaps) <= 0) continue; // inside its own box, or outside the other
      const drawn = gaps.map((gap, k) => factors[k]! * gap);
      const shortest = Math.min(...drawn);
      const restShape = drawn[gaps.indexOf(Math.min(...gaps))]!;
      sums.paths++;
      sums.shortest += shortest ** 2;
      sums.restShape += restShape ** 2;
      if (restShape > 1.1 * shortest) sums.longer++;
    }
  return sums;
}

it.each([
  [1, 1, 1],
  [2, 0.25, 2],
  [0.5, 3, 0.7],
])('sums both ways out of boxes drawn by %d, %d, %d', (...factors) => {
  const found = look(factors);
  const sums = expected(factors);
  expect(sums.paths).toBeGreaterThan(20);
  expect(found.pairs).toBe(sums.paths);
  expect(found.longer).toBe(sums.longer);
  expect(found.shortestSquares).toBeCloseTo(sums.shortest, 5);
  expect(found.restShapeSquares).toBeCloseTo(sums.restShape, 5);
});
