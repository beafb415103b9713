import { describe, expect, it } from 'vitest';
import { onThisThread } from '../../src/index.ts';
import { openInState } from '../../src/engine/open-backend.ts';
import { FREEDOM } from '../../src/simulation/contacts/guarantee/arrays.ts';
import { SETTLE } from '../../src/simulation/contacts/guarantee/kernels.ts';
import { guaranteePasses } from '../../src/simulation/contacts/guarantee/passes.ts';
import { VOLUME_FLOOR } from '../../src/simulation/contacts/guarantee/limits.ts';
import { defaultParameters, type SimulationParameters } from '../../src/simulation/parameters.ts';
import { Simulator } from '../../src/simulation/simulator.ts';
import { COUNTERS } from '../../src/simulation/state.ts';
import { seededRandom } from '../fixtures/box-world.ts';
import { boxes, crossings, inside, inverted, leastVolume, type Made, touching } from '../fixtures/free-bodies.ts';
import { type Dispatch, dispatchesOf, runKernel, sharedDevice } from './harness.ts';

const ON_DEVICE = { ccdOn: 'device' } as const;
/** Share of its rest volume below which no element gets, but for float32's rounding. */
const HELD_VOLUME = VOLUME_FLOOR * (1 - 1e-4);
const NEAR_BOXES = [
  [0, 0, 0],
  [0.2, 2.01, 0.1],
  [2.3, 0.3, 0],
];

/** Without all rounds, so that planes for all pairs have to do everything, and elements go back as a whole. */
const lastResort = (dispatches: readonly Dispatch[]): readonly Dispatch[] => {
  const at = (settled: number) =>
    dispatches.findIndex(({ kernel, argument }) => kernel === 'settle' && argument === settled);
  return dispatches.filter((_, i) => i <= at(SETTLE.freedom) || i === at(SETTLE.cut) || i >= at(SETTLE.cutAll));
};

/** Without the rounds of elements that go back, either: bodies go back. */
const bodiesAlone = (dispatches: readonly Dispatch[]): readonly Dispatch[] => {
  const last = dispatches.findLastIndex(({ kernel }) => kernel === 'returnBodies') - 1;
  const rounds = dispatches.findIndex(({ kernel, argument }) => kernel === 'settle' && argument === SETTLE.cutAll);
  return lastResort(dispatches.filter((_, i) => i < rounds + 5 || i >= last));
};

/** Runs the end of a step on the device, from x0 to x of the state, and takes over what it leaves. */
async function keepFree(all: Made, mode: 'hybrid' | 'ccd', choose = (dispatches: readonly Dispatch[]) => dispatches) {
  const { world, state } = all;
  const parameters = { ...defaultParameters(), ...ON_DEVICE, mode };
  const [pass] = guaranteePasses(parameters, world).atEnd;
  const { positions, remainders, freedom, counters } = await runKernel({
    label: 'guarantee',
    world,
    state,
    parameters,
    dispatches: choose(dispatchesOf(pass, world)),
    read: ['positions', 'remainders', 'freedom', 'counters'] as const,
  });
  state.positions.set(positions);
  state.remainders.set(remainders);
  return { freedom, counters };
}

/** Moves all vertices, in any direction. */
function shake({ state }: Made, size: number, seed: number): void {
  const random = seededRandom(seed);
  for (let i = 0; i < state.positions.length; i++) state.positions[i] += size * (2 * random() - 1);
}

describe('the guarantee by kernels', () => {
  it.each([
    ['all rounds', 0.3, (all: readonly Dispatch[]) => all],
    ['all rounds, farther than an edge', 1.5, (all: readonly Dispatch[]) => all],
    ['its last resort alone', 0.6, lastResort],
    ['bodies that go back', 0.6, bodiesAlone],
  ] as const)('keeps bodies apart, and no element turns inside out: %s', async (_, size, choose) => {
    let before = 0;
    for (let seed = 0; seed < 3; seed++) {
      const all = boxes(NEAR_BOXES, 1, ON_DEVICE);
      shake(all, size, seed + 1);
      before += crossings(all) + inverted(all);
      const thrown = all.state.positions.slice();
      const { freedom, counters } = await keepFree(all, 'ccd', choose);
      expect(touching(all).touch).toEqual([]);
      expect([crossings(all), inside(all), inverted(all)]).toEqual([0, 0, 0]);
      expect(leastVolume(all)).toBeGreaterThan(HELD_VOLUME);
      expect([...freedom]).toEqual([2, 2, 1]);
      expect(counters[COUNTERS.free]).toBe(1);
      expect(counters[COUNTERS.truncated] + counters[COUNTERS.pushedApart]).toBeGreaterThan(5);
      if (choose !== bodiesAlone && size < 1)
        expect(all.state.positions.filter((x, i) => x === thrown[i]).length).toBeGreaterThan(5);
    }
    expect(before).toBeGreaterThan(20);
  });

  it('leaves motions as they are that touch nothing', async () => {
    const all = boxes(NEAR_BOXES, 1, ON_DEVICE);
    shake(all, 1e-3, 4);
    const before = all.state.positions.slice();
    const { counters } = await keepFree(all, 'hybrid');
    expect(all.state.positions).toEqual(before);
    expect(counters[COUNTERS.truncated]).toBe(0);
    expect(counters[COUNTERS.guardLooks]).toBe(1);
  });

  it.each([
    ['apart', [3, 0, 0], 1],
    ['face to face', [2, 0, 0], 0],
    ['edges crossed at right angles, touching', [1, 2, 1], 0],
    ['through one another', [1.3, 0.7, 0.4], 0],
    ['one within the other', [0.25, 0.25, 0.25], 0],
  ] as const)('knows whether two boxes are free: %s', async (name, shift, isFree) => {
    const all = boxes([[0, 0, 0], shift], name === 'one within the other' ? 0.2 : 1, ON_DEVICE);
    const { freedom } = await keepFree(all, 'ccd');
    expect(freedom[FREEDOM.since]).toBe(isFree);
    expect(freedom[FREEDOM.free]).toBe(2 * isFree);
    expect(freedom[FREEDOM.positive]).toBe(2 * isFree);
  });

  it('lets what is tangled come apart', async () => {
    const all = boxes(
      [
        [0, 0, 0],
        [0.2, 1.8, 0.1],
      ],
      1,
      ON_DEVICE,
    );
    const { positions } = all.state;
    for (let i = 3 * all.world.bodies[1].vertexBase + 1; i < positions.length; i += 3) positions[i] += 0.3;
    const goal = positions.slice();
    expect((await keepFree(all, 'ccd')).freedom[FREEDOM.free]).toBe(0);
    expect(positions).toEqual(goal);
  });
});

/** Throws boxes at one another, and counts after each step what must not be. */
async function thrown(changed: Partial<SimulationParameters>) {
  const parameters: SimulationParameters = {
    ...defaultParameters(),
    ...ON_DEVICE,
    timeStep: 0.01,
    gravity: 0,
    youngsModulus: 1e5,
    ...changed,
  };
  const all = boxes(NEAR_BOXES, 1, parameters);
  const { world, state } = all;
  world.bodies.forEach(({ vertexBase }, body) => {
    const velocity = [
      [0, 0, 0],
      [0, -60, 0],
      [-60, 0, 20],
    ][body];
    const end = world.bodies[body + 1]?.vertexBase ?? world.vertexCount;
    for (let i = 3 * vertexBase; i < 3 * end; i++) state.velocities[i] = velocity[i % 3];
  });
  const backend = await openInState({
    world,
    state,
    backend: { device: await sharedDevice(world), adapterName: 'test' },
    workers: onThisThread,
  });
  try {
    const simulator = new Simulator(backend, parameters);
    const result = { broken: 0, free: 0, cut: 0, momentum: [0, 0, 0] };
    await simulator.frame({
      steps: 6,
      eachStep: async () => {
        state.positions.set((await backend.read('positions')) as Float32Array);
        result.broken += crossings(all) + inside(all) + inverted(all);
        // Its own counters: `crossings` has changed the state's.
        result.free += simulator.counters[COUNTERS.free];
        result.cut += simulator.counters[COUNTERS.truncated];
      },
    });
    const velocities = (await backend.read('velocities')) as Float32Array;
    for (let i = 0; i < velocities.length; i++)
      result.momentum[i % 3] += velocities[i] / state.inverseMasses[Math.floor(i / 3)];
    return result;
  } finally {
    await backend.dispose();
  }
}

it('holds in whole steps with CCD on the device, keeps momentum, and is what holds', async () => {
  const with_ = await thrown({ mode: 'hybrid' });
  expect([with_.broken, with_.free]).toEqual([0, 6]);
  expect(with_.cut).toBeGreaterThan(0);
  const without = await thrown({ mode: 'hybrid', guarantee: false });
  expect(without.broken).toBeGreaterThan(0);
  const size = Math.hypot(...without.momentum);
  with_.momentum.forEach((sum, k) => {
    expect(Math.abs(sum - without.momentum[k])).toBeLessThan(1e-3 * size);
  });
});
