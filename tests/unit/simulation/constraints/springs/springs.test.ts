import { describe, expect, it } from 'vitest';
import type { Model } from '../../../../../src/simulation/world/model.ts';
import { begin, predict, velocities } from '../../../../../src/simulation/integrators/xpbd/motion.ts';
import { springs } from '../../../../../src/simulation/constraints/springs/springs.ts';
import { createModel } from '../../../../../src/simulation/world/create-model.ts';
import { seededRandom } from '../../../../fixtures/box-world.ts';
import { contextOf, cornerTet, displacements, runInRanges } from '../../../../fixtures/stages.ts';
import { boxMesh } from '../../../mesh/box-mesh.ts';

/** Four vertices in a row with springs between neighbours, 1 m each. */
const chain: Model = {
  ...cornerTet(),
  springs: {
    vertices: Uint32Array.of(0, 1, 2, 3, 1, 2),
    colourOffsets: Uint32Array.of(0, 2, 3),
    restLengths: Float32Array.of(1, 1, 1),
  },
};

function hangingChain(changed: Parameters<typeof contextOf>[1]) {
  const context = contextOf([chain], { velocityDamping: 10, springStiffness: 1e3, ...changed });
  context.state.positions.set([0, 0, 0, 0, -1, 0, 0, -2, 0, 0, -3, 0]);
  context.state.inverseMasses.set([0, 1 / 2, 1 / 3, 1 / 4]);
  return context;
}

function run(context: ReturnType<typeof contextOf>, steps: number): void {
  for (let s = 0; s < steps; s++) {
    runInRanges(begin, context);
    runInRanges(predict, context);
    for (let i = 0; i < context.parameters.iterations; i++) runInRanges(springs, context);
    runInRanges(velocities, context);
  }
}

describe('springs', () => {
  it.each([30, 300])(
    'hanging masses stretch them as weight over stiffness, with %d iterations per step',
    (iterations) => {
      const context = hangingChain({ iterations });
      run(context, 2000);
      const y = [0, 1, 2, 3].map((v) => context.state.positions[3 * v + 1]);
      const weights = [9, 7, 4].map((mass) => mass * 9.81);
      weights.forEach((weight, i) => {
        expect(y[i] - y[i + 1]).toBeCloseTo(1 + weight / 1e3, 4);
      });
    },
  );

  it('one step of one spring is the backward Euler step, damping included', () => {
    const context = hangingChain({ velocityDamping: 0, materialDamping: 4e-3, iterations: 50 });
    const { state, parameters } = context;
    state.inverseMasses.set([0, 1 / 2, 0, 0]);
    state.velocities[4] = -1.5;
    run(context, 1);
    // Both springs of vertex 1 pull upward: m (x - x0 - dt v0)/dt^2 = -m g - 2 k (x - x0 + damping (x - x0)/dt).
    const { timeStep: dt, materialDamping, gravity, springStiffness: k } = parameters;
    const expected = (2 * (-1.5 * dt - gravity * dt * dt)) / (2 + 2 * k * dt * dt * (1 + materialDamping / dt));
    expect((state.positions[4] + 1) / expected).toBeCloseTo(1, 4);
  });

  it('move along the finite differences of their length, and keep momentum', () => {
    const random = seededRandom(5);
    const context = contextOf([createModel('box', boxMesh(3, 2, 2), 1)], { materialDamping: 0.01 });
    const { state } = context;
    for (let i = 0; i < state.positions.length; i++) state.positions[i] += 0.4 * (random() - 0.5);
    const springBatches = context.world.batches['mass-spring'];
    const runPhase = (phase: number) => springs.run(context, 0, springs.count(context, phase), phase);
    const start = state.positions.slice();
    runPhase(0);
    for (let phase = 1; phase <= springBatches.length; phase++) {
      const before = state.remainders.map((u, i) => u + state.positionsT0[i]);
      const from = state.remainders.slice();
      runPhase(phase);
      for (const change of displacements(state, from).slice(0, 3)) expect(Math.abs(change) / 12000).toBeLessThan(2e-7);
      const { begin: first } = springBatches[phase - 1];
      const [a, b] = context.world.models[0].springs.vertices.subarray(2 * first, 2 * first + 2);
      const length = (x: number[]) => Math.hypot(...[0, 1, 2].map((k) => x[3 * a + k] - x[3 * b + k]));
      const moved = [0, 1, 2].map((k) => state.remainders[3 * a + k] - from[3 * a + k]);
      expect(Math.hypot(...moved)).toBeGreaterThan(1e-5);
      const slopes = [0, 1, 2].map((k) => {
        const [up, down] = [Array.from(before), Array.from(before)];
        up[3 * a + k] += 1e-6;
        down[3 * a + k] -= 1e-6;
        return (length(up) - length(down)) / 2e-6;
      });
      const along = moved.reduce((sum, m, k) => sum + m * slopes[k], 0);
      moved.forEach((m, k) => {
        expect(m).toBeCloseTo(along * slopes[k], 5);
      });
    }
    runPhase(springBatches.length + 1);
    // The springs' displacements are kept, because their moment about x0 is needed.
    state.materialMoves.forEach((moved, i) => {
      expect(moved).toBeCloseTo(state.positions[i] - start[i], 6);
    });
  });

  it('without length stay numbers', () => {
    const context = contextOf([chain]);
    context.state.positions.fill(0.5);
    runInRanges(springs, context);
    expect(context.state.positions.every((x) => x === 0.5)).toBe(true);
  });
});
