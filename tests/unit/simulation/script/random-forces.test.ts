import { describe, expect, it } from 'vitest';
import { onThisThread } from '../../../../src/index.ts';
import { openInState } from '../../../../src/engine/open-backend.ts';
import { createWorld } from '../../../../src/simulation/world/create-world.ts';
import { initialState } from '../../../../src/simulation/initial-state.ts';
import { writeAccelerations } from '../../../../src/simulation/script/random-forces.ts';
import type { RandomForces } from '../../../../src/simulation/script/script.ts';
import { Simulator } from '../../../../src/simulation/simulator.ts';
import { boxWorld } from '../../../fixtures/box-world.ts';
import { cornerTet, parametersWith } from '../../../fixtures/stages.ts';

const BODIES = 40;
const STEP = 0.01;
const FORCES: RandomForces = { from: 0.05, until: 0.25, period: 0.1, acceleration: 8 };

/** Tetrahedra that are 10 m apart, without gravity; a driver holds the last one. */
async function open(forces: RandomForces) {
  const model = cornerTet();
  const placements = Array.from({ length: BODIES }, (_, i) => ({
    model,
    positions: model.mesh.positions.map((x, k) => (k % 3 === 0 ? x + 10 * i : x)),
  }));
  const drivers = [{ body: BODIES - 1, vertices: Uint32Array.of(0, 1, 2, 3), motion: { times: [0] } }];
  const { world, positions } = createWorld(placements, [], {}, { drivers, forces });
  const parameters = parametersWith({ mode: 'off', velocityDamping: 0, gravity: 0, timeStep: STEP, stepsPerFrame: 1 });
  const state = initialState(world, positions, parameters, (bytes) => new ArrayBuffer(bytes));
  return { state, simulator: new Simulator(await openInState({ world, state, workers: onThisThread }), parameters) };
}

describe('random forces', () => {
  it('accelerate each free body as a whole, only in their time, anew in each period', async () => {
    const { state, simulator } = await open(FORCES);
    let before = state.velocities.slice();
    const gains: Float32Array[] = [];
    for (let step = 0; step < 30; step++) {
      await simulator.step();
      gains.push(state.velocities.map((v, i) => (v - before[i]) / STEP));
      before = state.velocities.slice();
    }
    gains.forEach((gain, step) => {
      const isOn = step >= 5 && step < 25;
      for (let body = 0; body < BODIES; body++)
        for (let axis = 0; axis < 3; axis++) {
          const own = [0, 1, 2, 3].map((v) => gain[3 * (4 * body + v) + axis]);
          for (const a of own) expect(a).toBeCloseTo(own[0], 2);
          if (isOn && body < BODIES - 1) expect(Math.abs(own[0])).toBeLessThan(FORCES.acceleration + 0.01);
          else expect(own[0]).toBeCloseTo(0, 2);
        }
      const last = gains[step - 1];
      if (!isOn || step === 5) return;
      const difference = Math.max(...gain.map((a, i) => Math.abs(a - last[i])));
      if (step === 15) expect(difference).toBeGreaterThan(1);
      else expect(difference).toBeLessThan(0.01);
    });
  });

  it('are the same in every run', async () => {
    const runs = await Promise.all([open(FORCES), open(FORCES), open({ ...FORCES, acceleration: 7 })]);
    for (const { simulator } of runs) for (let step = 0; step < 20; step++) await simulator.step();
    const [first, second, third] = await Promise.all(runs.map(({ simulator }) => simulator.hash()));
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  it('are evenly distributed, and alike in no two directions or periods', () => {
    const { world } = boxWorld();
    const firsts = world.bodies.map(({ vertexBase }) => vertexBase);
    const values: number[] = [];
    const out = new Float32Array(3 * world.vertexCount);
    for (let period = 0; period < 2000; period++) {
      writeAccelerations(world, 1, period, out);
      for (const v of firsts) values.push(...out.subarray(3 * v, 3 * v + 3));
    }
    const mean = (numbers: readonly number[]) => numbers.reduce((sum, x) => sum + x, 0) / numbers.length;
    // Four standard deviations of the means of 18,000 numbers.
    expect(Math.abs(mean(values))).toBeLessThan(4 * Math.sqrt(1 / 3 / values.length));
    expect(Math.abs(mean(values.map((x) => x * x)) - 1 / 3)).toBeLessThan(4 * Math.sqrt(4 / 45 / values.length));
    for (const apart of [1, 3, 9, 27]) {
      const products = values.slice(apart).map((x, i) => x * values[i]);
      expect(Math.abs(mean(products))).toBeLessThan(4 * (1 / 3) * Math.sqrt(1 / products.length));
    }
  });
});
