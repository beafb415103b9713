import { expect, it } from 'vitest';
import { createModel, createWorld, defaultParameters, onThisThread, openBackend, Simulator } from '../../src/index.ts';
import { makeShape } from '../../src/scenes/own/shapes.ts';
import { COLLIDER, COUNTERS } from '../../src/simulation/state.ts';
import { MostBroken } from '../fixtures/count-broken.ts';

/** A ball on a floor, and a plane that comes down on it through half of its height in 0.1 s, stays, and goes up. */
const RADIUS = 0.2;
const WAY = 0.3;
const FLOOR = { normal: [0, 1, 0], offset: 0 } as const;
const ABOVE = { normal: [0, -1, 0], offset: -2 * RADIUS - 0.01 } as const;
const SHIFTS = [0, -WAY, -WAY, 0].map((y) => [0, y, 0] as const);
const DOWN = { times: [0, 0.1, 0.2, 0.3], shifts: SHIFTS };
const STEPS = 110;

async function press(guarantee: boolean) {
  const { mesh } = makeShape({ kind: 'ball', sizes: { radius: RADIUS, tetrahedra: 400 } });
  const parameters = { ...defaultParameters(), mode: 'hybrid', timeStep: 1 / 300, guarantee } as const;
  const start = mesh.positions.map((x, i) => (i % 3 === 1 ? x + RADIUS : x));
  const { world, positions } = createWorld(
    [{ model: createModel('ball', mesh, 0.1), positions: start }],
    [FLOOR, ABOVE],
    parameters,
    { colliders: [{ collider: 1, motion: DOWN }] },
  );
  const backend = await openBackend({ world, positions, parameters, workers: onThisThread });
  const simulator = new Simulator(backend, parameters);
  const broken = new MostBroken(backend, parameters);
  const seen = { waits: 0, behind: 0, lowest: Infinity, last: 0 };
  for (let step = 0; step < STEPS; step++) {
    await simulator.step();
    await broken.count();
    seen.waits += simulator.counters[COUNTERS.planesWaiting];
    const height = -(await backend.read('colliders'))[COLLIDER.stride + COLLIDER.offset];
    const highest = Math.max(...(await backend.read('positions')).filter((_, i) => i % 3 === 1));
    seen.behind = Math.max(seen.behind, highest - height);
    seen.lowest = Math.min(seen.lowest, height);
    seen.last = height;
  }
  await backend.dispose();
  return { ...seen, ...broken.most };
}

it('a plane that a script moves waits for what it presses: nothing gets behind it, crosses or turns inside out', async () => {
  const { waits, behind, lowest, last, ...broken } = await press(true);
  expect(broken).toEqual({ piercing: 0, inside: 0, inverted: 0 });
  expect(waits).toBeGreaterThan(0);
  expect(behind).toBeLessThan(1e-6);
  expect(lowest).toBeLessThan(0.7 * 2 * RADIUS);
  // Then it goes on with the script.
  expect(last).toBeCloseTo(-ABOVE.offset, 6);
  // Without the guarantee it comes as far as the script says, and turns elements inside out.
  const without = await press(false);
  expect(without.lowest).toBeCloseTo(-ABOVE.offset - WAY, 6);
  expect(without.inverted).toBeGreaterThan(0);
  expect(without.waits).toBe(0);
});
