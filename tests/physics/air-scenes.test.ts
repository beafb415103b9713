import { describe, expect, it } from 'vitest';
import { openInState } from '../../src/engine/open-backend.ts';
import { onThisThread } from '../../src/index.ts';
import { armpit } from '../../src/scenes/armpit.ts';
import { musicians } from '../../src/scenes/musicians.ts';
import { countAirViolations } from '../../src/scenes/parts/air-violations.ts';
import type { Scene } from '../../src/scenes/scene.ts';
import { initialState } from '../../src/simulation/initial-state.ts';
import { defaultParameters } from '../../src/simulation/parameters.ts';
import { Simulator } from '../../src/simulation/simulator.ts';
import { createWorld } from '../../src/simulation/world/create-world.ts';
import { vertexEnd } from '../../src/simulation/world/world.ts';
import { isFull } from '../fixtures/tier.ts';

/** Opens a scene at its small size. @returns the state, and a function that runs until a time [s] */
async function open(scene: Scene) {
  const { placements, colliders, script, air } = scene.build(scene.size.small);
  const parameters = { ...defaultParameters(), ...scene.parameters };
  const { world, positions } = createWorld(placements, colliders, parameters, script, air);
  const state = initialState(world, positions, parameters, (bytes) => new ArrayBuffer(bytes));
  const simulator = new Simulator(await openInState({ world, state, workers: onThisThread }), parameters);
  let steps = 0;
  const runUntil = async (time: number) => {
    for (; steps * parameters.timeStep < time; steps++) await simulator.step();
  };
  return { world, state, runUntil };
}

describe('scenes with air in space', () => {
  it.runIf(isFull)('the musicians rise in their order, after all of them were at height 0', async () => {
    const { world, state, runUntil } = await open(musicians);
    const heights = () =>
      [0, 1, 2, 3].map((body) => {
        const { vertexBase } = world.bodies[body];
        const own = state.positions.subarray(3 * vertexBase, 3 * vertexEnd(world, body)).filter((_, i) => i % 3 === 1);
        return own.reduce((sum, y) => sum + y, 0) / own.length;
      });
    await runUntil(1);
    expect(heights()).toEqual([0, 0, 0, 0]);
    await runUntil(2.5);
    const [donkey, dog, cat, rooster] = heights();
    // The least distance between neighbours in the heap is about a head's.
    expect(Math.min(dog - donkey, cat - dog, rooster - cat)).toBeGreaterThan(0.1);
    expect(donkey).toBeGreaterThan(0.3);
  });

  it.runIf(isFull)('air in an armpit resolves the overlap of skin with skin', async () => {
    const { world, state, runUntil } = await open(armpit);
    await runUntil(2.4);
    expect(countAirViolations({ world, positions: state.positions })).toBeGreaterThan(20);
    await runUntil(3.2);
    expect(countAirViolations({ world, positions: state.positions })).toBe(0);
  });
});
