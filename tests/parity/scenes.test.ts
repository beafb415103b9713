import { describe, expect, it } from 'vitest';
import { onThisThread } from '../../src/index.ts';
import { openInState } from '../../src/engine/open-backend.ts';
import type { Scene } from '../../src/scenes/scene.ts';
import { SCENES } from '../../src/scenes/scenes.ts';
import { startParameters } from '../../src/scenes/start-parameters.ts';
import { initialState } from '../../src/simulation/initial-state.ts';
import type { SimulationParameters } from '../../src/simulation/parameters.ts';
import { Simulator } from '../../src/simulation/simulator.ts';
import { COUNTERS, type State } from '../../src/simulation/state.ts';
import { hasAir, type World } from '../../src/simulation/world/world.ts';
import { createWorld } from '../../src/simulation/world/create-world.ts';
import { seededRandom } from '../fixtures/box-world.ts';
import { some } from '../fixtures/tier.ts';
import { sharedDevice } from './harness.ts';

// Takes long: scenes are built, and step on both backends.
/** Both ways of CCD then see the same motions. */
const ONE_DETECTION = { contacts: 'end-of-step' } as const satisfies Partial<SimulationParameters>;
/** Displacement of each vertex in the first step, in mean edge lengths: enough for hits everywhere, and too little to turn most elements over. */
const SHAKE = 0.8;
/** Greatest share of false alarms among the pairs whose motions' boxes meet. */
const FALSE_ALARMS = 0.05;
/** Share of the coordinates that differ by less than NEAR mean edge lengths after the contacts' projection. */
const AGREEING = 0.99;
const NEAR = 0.01;

/** Returns the mean length of a body's edges [m]. */
function meanLength(edges: Uint32Array, x: ArrayLike<number>, vertexBase: number): number {
  let sum = 0;
  for (let e = 0; e < edges.length; e += 2) {
    const [a, b] = [3 * (vertexBase + edges[e]), 3 * (vertexBase + edges[e + 1])];
    sum += Math.hypot(x[a] - x[b], x[a + 1] - x[b + 1], x[a + 2] - x[b + 2]);
  }
  return edges.length > 0 ? sum / (edges.length / 2) : Infinity;
}

/** Runs a frame of a scene at its smallest size, from its start with shaken vertices. @param apart whether the host comes between the steps */
async function run(scene: Scene, changed: Partial<SimulationParameters>, steps: number, apart = false) {
  const size = scene.size.small;
  const { placements, colliders, script, air } = scene.build(size);
  const own = startParameters(scene, size);
  const parameters: SimulationParameters = { ...own, ...changed, ...(air ? {} : { mode: 'hybrid' }) };
  const { world, positions } = createWorld(placements, colliders, parameters, { ...script, switches: [] }, air);
  const state = initialState(world, positions, parameters, (bytes) => new ArrayBuffer(bytes));
  const length = shakeBodies(world, state, parameters.timeStep);
  const device = await sharedDevice(world);
  const backend = await openInState({ world, state, backend: { device, adapterName: 'test' }, workers: onThisThread });
  try {
    const simulator = new Simulator(backend, parameters);
    const row = await simulator.frame({ steps, hash: true, ...(apart && { eachStep: async () => undefined }) });
    return {
      world,
      hash: row.hash,
      /** Per step. */
      contacts: row.contactsCcd,
      candidates: simulator.counters[COUNTERS.ccdCandidates],
      end: (await backend.read('positions')).slice(),
      length,
    };
  } finally {
    await backend.dispose();
  }
}

/** Adds random velocities. @returns the shortest of the bodies' mean edge lengths [m] */
function shakeBodies({ bodies, models }: World, { positions, velocities }: State, timeStep: number): number {
  const random = seededRandom(1);
  let shortest = Infinity;
  for (const { model, vertexBase } of bodies) {
    const { edges, vertexCount } = models[model].topology;
    const length = meanLength(edges, positions, vertexBase);
    const speed = (SHAKE * length) / timeStep;
    for (let i = 3 * vertexBase; i < 3 * (vertexBase + vertexCount); i++) velocities[i] += speed * (2 * random() - 1);
    shortest = Math.min(shortest, length);
  }
  return shortest;
}

describe.each(some(SCENES, 2))('$name, smallest size', (scene) => {
  it('CCD on the device misses no hit of the pool', async () => {
    const pool = await run(scene, { ccdOn: 'pool', ...ONE_DETECTION }, 1);
    const device = await run(scene, { ccdOn: 'device', ...ONE_DETECTION }, 1);
    // In worlds with sheets CCD stays in the pool, and where there is air there is none.
    if (!device.world.ccdOnDevice || hasAir(device.world)) {
      expect(device.hash).toBe(pool.hash);
      return;
    }
    expect(device.candidates).toBe(pool.candidates);
    expect(device.candidates).toBeGreaterThan(1000);
    expect(device.contacts).toBeGreaterThanOrEqual(pool.contacts);
    expect(device.contacts - pool.contacts).toBeLessThanOrEqual(FALSE_ALARMS * device.candidates);
    const differences = Array.from(device.end, (x, i) => Math.abs(x - pool.end[i]) / device.length).sort(
      (a, b) => a - b,
    );
    expect(differences[Math.floor(AGREEING * differences.length)]).toBeLessThan(NEAR);
  });

  it('has the same bits whether steps run together, with new trees in each, or one by one', async () => {
    const newTrees = { ccdOn: 'device', rebuildsOn: 'device', rebuildInterval: 1 } as const;
    const together = await run(scene, newTrees, 2);
    const apart = await run(scene, newTrees, 2, true);
    expect(together.hash).toBe(apart.hash);
  });
});
