import { expect, it } from 'vitest';
import { onThisThread } from '../../src/index.ts';
import { openInState } from '../../src/engine/open-backend.ts';
import { snakeCoils } from '../../src/scenes/snake-coils.ts';
import { initialState } from '../../src/simulation/initial-state.ts';
import { defaultParameters } from '../../src/simulation/parameters.ts';
import { Simulator } from '../../src/simulation/simulator.ts';
import { createWorld } from '../../src/simulation/world/create-world.ts';
import { isFull } from '../fixtures/tier.ts';

/** Least volume of the model's tetrahedra, as a share of that at rest. */
function leastVolume(tets: Uint32Array, rest: ArrayLike<number>, x: ArrayLike<number>): number {
  const sixfold = (p: ArrayLike<number>, t: number) => {
    const [a, b, c, d] = tets.subarray(t, t + 4);
    const [e, f, g] = [b, c, d].map((v) => [0, 1, 2].map((k) => p[3 * v + k] - p[3 * a + k]));
    return e[0] * (f[1] * g[2] - f[2] * g[1]) + e[1] * (f[2] * g[0] - f[0] * g[2]) + e[2] * (f[0] * g[1] - f[1] * g[0]);
  };
  let least = 1;
  for (let t = 0; t < tets.length; t += 4) least = Math.min(least, sixfold(x, t) / sixfold(rest, t));
  return least;
}

// With one linear solve at x0, its elements were drawn out a little in each step of 4 ms, until positions were no longer finite.
it.runIf(isFull)('a damped snake that is led around keeps its volume by one linear solve per step', async () => {
  const { placements, colliders, script } = snakeCoils.build(4000, () => {});
  const linear = { integrator: 'implicit-euler', mode: 'off', timeStep: 4e-3, materialDamping: 0.02 } as const;
  const changed = { ...snakeCoils.parameters, ...linear };
  const parameters = { ...defaultParameters(), ...changed };
  const { world, positions } = createWorld(placements, colliders ?? [], changed, script);
  const state = initialState(world, positions, parameters, (bytes) => new ArrayBuffer(bytes));
  const simulator = new Simulator(await openInState({ world, state, workers: onThisThread }), parameters);
  for (let step = 0; step < 160; step++) await simulator.step();
  const { tets, positions: rest } = world.models[0].mesh;
  expect(leastVolume(tets, rest, state.positions)).toBeGreaterThan(0.85);
});
