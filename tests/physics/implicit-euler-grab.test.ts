import { expect, it } from 'vitest';
import { GRAB_DAMPING } from '../../src/simulation/constraints/grabs/grabs.ts';
import { SOLVERS } from '../../src/simulation/integrators/implicit-euler/tables.ts';
import { box, physics, placed } from './bodies.ts';

const TIME_STEP = 5e-3;
const GRAVITY = 9.81;
/** Frequency of the grab's spring [Hz]. */
const FREQUENCY = 10;
/** Rate at which velocities decay [1/s]. */
const DAMPING = 5;

it.each(SOLVERS)(
  'a body hangs from its grabbed vertex by implicit Euler, and sags as its weight says: %s',
  async (solver) => {
    const body = await physics([placed('box', box(2, 2, 2, 0.1))], {
      integrator: 'implicit-euler',
      mode: 'off',
      solver,
      timeStep: TIME_STEP,
      gravity: GRAVITY,
      youngsModulus: 1e6,
      velocityDamping: DAMPING,
      grabFrequency: FREQUENCY,
      grabAcceleration: 1e4,
    });
    const { state, masses, simulator } = body;
    const vertex = masses.length - 1; // the highest corner
    const target = [...state.positions.subarray(3 * vertex, 3 * vertex + 3)] as [number, number, number];
    simulator.setGrabs([{ vertex, target }]);
    await body.run(600);
    // The spring, whose mass is the vertex's, bears the whole weight. A load that acts after the spring in a step makes it sag more
    // (grabs.ts), and so does the decay of the velocity that the spring has given.
    const weight = GRAVITY * masses.reduce((sum, m) => sum + m, 0);
    const rate = 2 * Math.PI * FREQUENCY;
    const slack = 1 + TIME_STEP * (2 * GRAB_DAMPING * rate + TIME_STEP * rate * rate);
    const decay = 1 + TIME_STEP * DAMPING;
    const expected = (weight / (masses[vertex] * rate * rate)) * slack * decay;
    expect((target[1] - state.positions[3 * vertex + 1]) / expected).toBeCloseTo(1, 3);
    expect(Math.max(...state.velocities.map(Math.abs))).toBeLessThan(0.001);
    // The body hangs straight below.
    const mass = masses.reduce((sum, m) => sum + m, 0);
    for (const k of [0, 2]) {
      const middle = masses.reduce((sum, m, v) => sum + m * state.positions[3 * v + k], 0) / mass;
      expect(Math.abs(middle - target[k])).toBeLessThan(0.005);
    }
  },
);
