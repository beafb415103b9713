import { describe, expect, it } from 'vitest';
import { createModel } from '../../../../src/simulation/create-model.ts';
import { colliders } from '../../../../src/simulation/project/colliders.ts';
import { begin } from '../../../../src/simulation/solve/begin.ts';
import { neoHookean } from '../../../../src/simulation/solve/neo-hookean.ts';
import { predict } from '../../../../src/simulation/solve/predict.ts';
import { velocities } from '../../../../src/simulation/solve/velocities.ts';
import type { Context } from '../../../../src/simulation/stage.ts';
import { boxWorld } from '../../../fixtures/box-world.ts';
import { contextOf, parametersWith, runInRanges } from '../../../fixtures/stages.ts';
import { boxMesh } from '../../mesh/box-mesh.ts';

/** How far the middle of a block has slid down a slope, after each step [m]. */
function slide(slope: number, staticFriction: number, dynamicFriction: number, steps: number): number[] {
  const length = Math.sqrt(1 + slope * slope);
  const up = [slope / length, 1 / length, 0] as const;
  const down = [1 / length, -slope / length, 0];
  const context = contextOf([createModel('block', boxMesh(2, 1, 1), 0.5)], {
    planes: [{ normal: up, offset: 0 }],
    staticFriction,
    dynamicFriction,
    velocityDamping: 0,
    youngsModulus: 1e6,
    timeStep: 3.3e-3,
    iterations: 10,
  });
  const { state, world } = context;
  for (let v = 0; v < world.vertexCount; v++) {
    const [x, y, z] = state.positions.subarray(3 * v, 3 * v + 3);
    for (let k = 0; k < 3; k++) state.positions[3 * v + k] = 0.3 * (x * down[k] + y * up[k] + (k === 2 ? z : 0));
  }
  // Rest shape and masses are those of a block of 2 m; scaled, it would spring open.
  Object.assign(context.world.models[0].elasticTets, scaledTets(context, 0.3));
  const middle = () => {
    let sum = 0;
    for (let v = 0; v < world.vertexCount; v++) for (let k = 0; k < 3; k++) sum += down[k] * state.positions[3 * v + k];
    return sum / world.vertexCount;
  };
  const start = middle();
  return Array.from({ length: steps }, () => {
    runInRanges(begin, context);
    runInRanges(predict, context);
    for (let i = 0; i < context.parameters.iterations; i++) {
      runInRanges(neoHookean, context);
      runInRanges(colliders, context);
    }
    runInRanges(colliders, context);
    runInRanges(velocities, context);
    return middle() - start;
  });
}
function scaledTets({ world, state }: Context, scale: number) {
  const { restMetrics, restVolumes } = world.models[0].elasticTets;
  for (let v = 0; v < state.inverseMasses.length; v++) state.inverseMasses[v] /= scale ** 3;
  return { restMetrics: restMetrics.map((m) => m / scale ** 2), restVolumes: restVolumes.map((v) => v * scale ** 3) };
}

describe('a block on a slope', () => {
  it('stays below the angle of friction', () => {
    const path = slide(0.45, 0.5, 0.5, 300);
    // It shears under its weight and slips a little while it swings, then stands.
    expect(path[99]).toBeLessThan(5e-3);
    expect(Math.abs(path[299] - path[99])).toBeLessThan(1e-4);
  });

  it.each([
    [0.6, 0.5, 0.4],
    [0.5, 0, 0],
    [1, 0.2, 0.2],
  ])('of %d slides with friction %d, %d as Coulomb says', (slope, s, k) => {
    const steps = 150;
    const path = slide(slope, s, k, steps);
    const t = steps * 3.3e-3;
    const cosine = 1 / Math.sqrt(1 + slope * slope);
    const expected = (9.81 * cosine * (slope - k) * t * t) / 2;
    expect(path[steps - 1] / expected).toBeGreaterThan(0.93);
    expect(path[steps - 1] / expected).toBeLessThan(1.07);
  });
});

describe('planes', () => {
  it('keep all vertices out, give the same bits for any split, and leave held vertices', () => {
    const results = [Infinity, 7, 1].map((size, i) => {
      const context: Context = {
        ...boxWorld({ shake: 0.3 }),
        parameters: parametersWith({}),
        argument: 0,
        workerCount: 1,
      };
      context.state.positions[1] = -1;
      context.state.inverseMasses[0] = 0;
      runInRanges(colliders, context, size, i === 2);
      return context;
    });
    const { world, state } = results[0];
    expect(state.positions[1]).toBe(-1);
    for (let v = 1; v < world.vertexCount; v++) {
      const [x, y] = state.positions.subarray(3 * v, 3 * v + 2);
      expect(0.6 * x + 0.8 * y).toBeGreaterThan(0.1 - 1e-6); // the last plane; it tilts away from the first
    }
    expect(results[1].state.positions).toEqual(state.positions);
    expect(results[2].state.positions).toEqual(state.positions);
  });
});
