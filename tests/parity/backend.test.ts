import { beforeAll, expect, it } from 'vitest';
import { type GpuChoice, onThisThread } from '../../src/index.ts';
import { openInState } from '../../src/engine/open-backend.ts';
import type { GpuBackend } from '../../src/gpu/gpu-backend.ts';
import { answerQueriesInState, countPiercing, measure, shade } from '../../src/simulation/diagnostics/measure.ts';
import { type Backend, DeviceLostError } from '../../src/simulation/backend.ts';
import {
  CONTACT_SCHEDULES,
  defaultParameters,
  MATERIALS,
  MODES,
  type SimulationParameters,
} from '../../src/simulation/parameters.ts';
import { Simulator } from '../../src/simulation/simulator.ts';
import { COUNTERS, PATH, QUERY, type State, type Words } from '../../src/simulation/state.ts';
import { hashState } from '../../src/simulation/statistics.ts';
import { Hand } from '../../src/simulation/constraints/grabs/hand.ts';
import { step, stepPasses, stepProgram } from '../../src/simulation/step.ts';
import { TreeRebuild } from '../../src/simulation/tree-rebuild.ts';
import type { World } from '../../src/simulation/world/world.ts';
import { boxWorld, STACK } from '../fixtures/box-world.ts';
import { isFull } from '../fixtures/tier.ts';
import { copyState, sharedDevice } from './harness.ts';

// Takes long: the kernels of every way to step are compiled.
const STEPS = 3;

let world: World;
let start: State;
let device: GPUDevice;
beforeAll(async () => {
  ({ world, state: start } = boxWorld({ shake: 0.005, shifts: STACK }));
  // The uppermost body falls onto the one below.
  for (let v = world.bodies[2].vertexBase; v < world.vertexCount; v++) start.velocities[3 * v + 1] -= 5;
  device = await sharedDevice(world);
});

async function openGpu(choice: Partial<GpuChoice> = {}): Promise<GpuBackend> {
  const gpu = { device, adapterName: 'test', ...choice };
  const backend = await openInState({ world, state: copyState(world, start), backend: gpu, workers: onThisThread });
  return backend;
}

async function openCpu(): Promise<Backend> {
  const backend = await openInState({ world, state: copyState(world, start), workers: onThisThread });
  return backend;
}

/** Some steps, a dragged vertex in them, and a measurement. */
async function run(backend: Backend, given: Partial<SimulationParameters>) {
  const parameters = { ...defaultParameters(), youngsModulus: 1e5, ...given };
  const hand = new Hand(world);
  hand.set([{ vertex: 3, radius: 0.5, target: [-0.2, 2, 0] }]);
  hand.begin(0);
  hand.set([{ vertex: 3, radius: 0.5, target: [-0.3, 2.1, 0], steps: STEPS }]);
  hand.begin(0);
  const counters: Uint32Array[] = [];
  for (let i = 0; i < STEPS; i++)
    counters.push(await step(backend, { parameters, grabs: hand.pulls(i, parameters.timeStep) }));
  const measured = await measure(backend);
  const positions = ((await backend.read('positions')) as Float32Array).slice();
  const velocities = ((await backend.read('velocities')) as Float32Array).slice();
  const depths = ((await backend.read('depths')) as Float32Array).slice();
  const energies = Array.from((await backend.read('energies')) as Float64Array);
  await backend.dispose();
  return { counters, measured, positions, velocities, depths, energies, hash: hashState([positions, velocities]) };
}

/** Ascending. */
const differences = (a: Float32Array, b: Float32Array) => a.map((x, i) => Math.abs(x - b[i])).sort();
const largestDifference = (a: Float32Array, b: Float32Array) =>
  a.reduce((most, x, i) => Math.max(most, Math.abs(x - b[i])), 0);

for (const mode of MODES)
  for (const contacts of CONTACT_SCHEDULES)
    for (const material of MATERIALS) {
      if (mode === 'off' && contacts === 'in-the-loop') continue;
      // In the first tier, all materials in one mode, and all modes with one material.
      if (!isFull && material !== MATERIALS[0] && !(mode === 'hybrid' && contacts === 'in-the-loop')) continue;
      it(`steps as the CPU does, and the same bits again: ${mode}, ${contacts}, ${material}`, async () => {
        // Which edges count as crossed is a matter of rounding where boxes are aligned, as these are.
        const given = { mode, contacts, material, crossedEdges: 'stay' } as const;
        const gpu = await run(await openGpu(), given);
        const again = await run(await openGpu(), given);
        const cpu = await run(await openCpu(), given);
        expect(again.hash).toBe(gpu.hash);
        expect(largestDifference(gpu.positions, start.positions)).toBeGreaterThan(1e-3);
        const apart = differences(gpu.positions, cpu.positions);
        // Float32 on the way, of bodies 4 m wide; and, where that lets one side see a contact elsewhere or not at all,
        // a share of what contacts move in a step (30 mm).
        expect(apart[Math.floor(0.5 * apart.length)]).toBeLessThan(1e-5);
        expect(apart[apart.length - 1]).toBeLessThan(5e-3);
        const { penetrating } = COUNTERS;
        // Vertices that only just penetrate, on one side, for the same reason.
        expect(Math.abs(gpu.measured[penetrating] - cpu.measured[penetrating])).toBeLessThanOrEqual(4);
        // In mode ccd the last detection of a step finds none where the first one's contacts keep a gap.
        const contactCount = ([first]: Uint32Array[]) => first[COUNTERS.contactsDcd] + first[COUNTERS.contactsCcd];
        const keepsGap = mode === 'ccd' && contacts === 'in-the-loop';
        if (mode !== 'off' && !keepsGap) expect(contactCount(gpu.counters)).toBeGreaterThan(0);
        const total = (energies: number[]) => energies.reduce((sum, energy) => sum + energy, 0);
        expect(Math.abs(total(gpu.energies) / total(cpu.energies) - 1)).toBeLessThan(0.01);
      });
    }

it.each(['edges', 'all'] as const)(
  'steps tangled bodies as the CPU does with contacts at %s',
  async (contactPoints) => {
    const made = boxWorld({
      contactPoints,
      shake: 0.02,
      shifts: [
        [0, 0, 0],
        [0.7, 0.45, 0.3],
        [6, 0, 0],
      ],
    });
    const { world } = made;
    const parameters = {
      ...defaultParameters(),
      ...({ contactPoints, mode: 'dcd', contacts: 'end-of-step', contactPasses: 1, timeStep: 0.01 } as const),
      youngsModulus: 1e6,
    };
    const [gpu, again, cpu] = await Promise.all(
      [true, true, false].map(async (onDevice) => {
        const state = copyState(world, made.state);
        const gpu = { device, adapterName: 'test' };
        const backend = await openInState({ world, state, backend: onDevice ? gpu : 'cpu', workers: onThisThread });
        const counters = await step(backend, { parameters, grabs: [] });
        const positions = ((await backend.read('positions')) as Float32Array).slice();
        const measured = await measure(backend);
        await backend.dispose();
        return { counters, positions, measured };
      }),
    );
    expect(gpu.positions).toEqual(again.positions);
    // More than the surface vertices could give.
    expect(gpu.counters[COUNTERS.contactsDcd]).toBeGreaterThan(contactPoints === 'all' ? 150 : 60);
    for (const counter of [COUNTERS.queries, COUNTERS.contactsDcd]) {
      const share = gpu.counters[counter] / cpu.counters[counter];
      expect(Math.abs(share - 1)).toBeLessThan(0.02);
    }
    expect(Math.abs(gpu.measured[COUNTERS.penetrating] - cpu.measured[COUNTERS.penetrating])).toBeLessThanOrEqual(4);
    const apart = differences(gpu.positions, cpu.positions);
    expect(apart[Math.floor(0.5 * apart.length)]).toBeLessThan(1e-4);
  },
);

it('answers paths that overflow by other kernels, and what overflows those in the pool', async () => {
  const pile = boxWorld();
  const shortestPathFlood = { STEP_LIMIT: 1 };
  const both = { shortestPathFlood, shortestPath: shortestPathFlood };
  const [expected, ...overflowed] = await Promise.all(
    [{}, { shortestPathFlood }, both, { ...both, shortestPathLarge: { REACHED_LIMIT: 1 } }].map(async (overrides) => {
      const state = copyState(pile.world, pile.state);
      const gpu = { device, adapterName: 'test', overrides };
      const backend = await openInState({ ...pile, state, backend: gpu, workers: onThisThread });
      const counters = await measure(backend);
      return { counters, depths: (await backend.read('depths')) as Float32Array };
    }),
  );
  expect(expected.counters[COUNTERS.pathOverflows]).toBe(0);
  expect(expected.counters[COUNTERS.deep]).toBeGreaterThan(5);
  for (const { counters, depths } of overflowed) {
    expect(counters[COUNTERS.pathOverflows]).toBeGreaterThan(2);
    expect(counters[COUNTERS.deep]).toBe(expected.counters[COUNTERS.deep]);
    // The pool's doubles may differ in the last bits of floats.
    expect(largestDifference(depths, expected.depths)).toBeLessThan(1e-5);
  }
  expect(overflowed.map(({ counters }) => counters[COUNTERS.pathsUnanswered] > 0)).toEqual([false, false, true]);
});

it('counts the paths that contacts leave out once, also where the pool answers some', async () => {
  // Elements of size 1, many of them inside out.
  const tangle = boxWorld({ contactPoints: 'all', shake: 0.6 });
  // Some of the paths that are left out are found on the device, others in the pool.
  const small = {
    shortestPathFlood: { STEP_LIMIT: 1 },
    shortestPath: { STEP_LIMIT: 1 },
    shortestPathLarge: { REACHED_LIMIT: 5 },
  };
  const [expected, overflowed] = await Promise.all(
    [{}, small].map(async (overrides) => {
      const state = copyState(tangle.world, tangle.state);
      const gpu = { device, adapterName: 'test', overrides };
      const backend = await openInState({ ...tangle, state, backend: gpu, workers: onThisThread });
      const parameters = {
        ...defaultParameters(),
        mode: 'dcd' as const,
        contacts: 'end-of-step' as const,
        depenetrationSpeed: 30,
      };
      return step(backend, { parameters, grabs: [] });
    }),
  );
  expect(expected[COUNTERS.pathsUnanswered]).toBe(0);
  expect(overflowed[COUNTERS.pathsUnanswered]).toBeGreaterThan(5);
  expect(expected[COUNTERS.invertedSkipped]).toBeGreaterThan(5);
  expect(overflowed[COUNTERS.invertedSkipped]).toBe(expected[COUNTERS.invertedSkipped]);
});

it('measuring counts no contacts', async () => {
  const backend = await openGpu();
  const counters = await step(backend, { parameters: defaultParameters(), grabs: [] });
  expect(counters[COUNTERS.contactsDcd]).toBeGreaterThan(0);
  const measured = await measure(backend);
  expect(measured[COUNTERS.contactsDcd]).toBe(0);
  await answerQueriesInState(backend, 1, defaultParameters());
  await backend.dispose();
});

it('goes back to x0 and v0, whatever was recorded since', async () => {
  const backend = await openGpu();
  const parameters = defaultParameters();
  await step(backend, { parameters, grabs: [] });
  await backend.restore();
  expect(await backend.read('positions')).toEqual(start.positions);
  // Half a step, of which nobody keeps the end.
  await backend.checkpoint();
  await backend.run(stepProgram({ parameters, grabs: [] }, backend.world, stepPasses(parameters, backend.world, 2)));
  expect(await backend.read('positions')).not.toEqual(start.positions);
  await backend.restore();
  expect(await backend.read('positions')).toEqual(start.positions);
  expect(await backend.read('velocities')).toEqual(start.velocities);
  await backend.dispose();
});

it('goes back to the checkpoint, whatever was written, measured or read since', async () => {
  for (const backend of [await openGpu(), await openCpu()]) {
    const parameters = defaultParameters();
    await step(backend, { parameters, grabs: [] });
    const kept = ((await backend.read('positions')) as Float32Array).slice();
    await backend.checkpoint();
    await backend.write(
      'positions',
      kept.map((x) => x + 1),
    );
    await backend.restore();
    expect(await backend.read('positions')).toEqual(kept);
    await backend.checkpoint();
    await measure(backend);
    await backend.restore();
    expect(await backend.read('positions')).toEqual(kept);
    await backend.restore();
    expect(await backend.read('positions')).toEqual(kept);
    await backend.dispose();
  }
});

it('adopts rebuilt trees, and steps on as if nothing had happened', async () => {
  const backend = await openGpu();
  const parameters = { ...defaultParameters(), mode: 'dcd' } as const;
  const before = (await measure(backend))[COUNTERS.penetrating];
  const trees = new TreeRebuild(backend);
  await trees.start();
  await trees.adopt();
  const order = (await backend.read('tetOrder')) as Uint32Array;
  expect(order).not.toEqual(start.tetOrder);
  expect(order.slice().sort()).toEqual(start.tetOrder.slice().sort());
  expect((await measure(backend))[COUNTERS.penetrating]).toBe(before);
  expect((await step(backend, { parameters, grabs: [] }))[COUNTERS.contactsDcd]).toBeGreaterThan(2);
  await backend.dispose();
});

it.each(['euclidean', 'euclidean-between', 'rest-shape'] as const)(
  'answers and steps by the method %s, which the pool has, as the CPU does',
  async (method) => {
    const results = [];
    for (const backend of [await openGpu(), await openCpu()]) {
      await measure(backend);
      const count = 5;
      await backend.write('queries', ((await backend.read('queries')) as Words).f32.slice());
      const counters = await answerQueriesInState(backend, count, { culling: true, pathMethod: method });
      expect(counters[COUNTERS.pathsMissing]).toBe(0);
      const paths = ((await backend.read('paths')) as Words).f32.slice(0, PATH.stride * count);
      const stepped = await step(backend, {
        parameters: { ...defaultParameters(), pathMethod: method },
        grabs: [],
      });
      results.push({ paths, contacts: stepped[COUNTERS.contactsDcd] });
      await backend.dispose();
    }
    const [gpu, cpu] = results;
    expect(gpu.paths).toEqual(cpu.paths);
    expect(gpu.contacts).toBeGreaterThan(0);
    expect(gpu.contacts).toBe(cpu.contacts);
  },
);

it('answers queries from outside, shades and counts piercing edges as the CPU does', async () => {
  const backends = [await openGpu(), await openCpu()];
  const [gpu, cpu] = await Promise.all(
    backends.map(async (backend) => {
      await measure(backend);
      const queries = ((await backend.read('queries')) as Words).f32.slice();
      const count = 5;
      await backend.write('queries', queries.subarray(QUERY.stride));
      const counters = await answerQueriesInState(backend, count, defaultParameters());
      const paths = ((await backend.read('paths')) as Words).f32.slice();
      const depths = Array.from({ length: count }, (_, i) => paths[PATH.stride * i + PATH.depth]);
      await shade(backend);
      const normals = ((await backend.read('normals')) as Float32Array).slice();
      const times = await backend.takeTimes();
      const piercing = await countPiercing(backend);
      await backend.dispose();
      return { counters, depths, normals, times, piercing };
    }),
  );
  expect(gpu.counters[COUNTERS.traversals]).toBeGreaterThanOrEqual(5);
  expect(gpu.counters[COUNTERS.pathsMissing]).toBe(cpu.counters[COUNTERS.pathsMissing]);
  for (const [i, depth] of gpu.depths.entries()) expect(depth).toBeCloseTo(cpu.depths[i], 5);
  expect(largestDifference(gpu.normals, cpu.normals)).toBeLessThan(1e-5);
  expect(gpu.piercing).toBe(cpu.piercing);
  expect(gpu.piercing).toBeGreaterThan(0);
  if (device.features.has('timestamp-query')) expect(gpu.times.path).toBeGreaterThan(0);
});

// The last one: the file's device is gone after it.
it('tells of a device that is lost in a step, and tries nothing again', async () => {
  const backend = await openGpu();
  const simulator = new Simulator(backend, defaultParameters());
  await simulator.step();
  const run = backend.run.bind(backend);
  let runs = 0;
  backend.run = (program) => {
    runs++;
    const running = run(program);
    device.destroy();
    return running;
  };
  const failure = await simulator.step().catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(DeviceLostError);
  expect((failure as Error).message).toContain('the GPU device was lost');
  await expect(measure(backend)).rejects.toBe(failure);
  await expect(simulator.step()).rejects.toBe(failure);
  expect(runs).toBe(3);
  expect(simulator.steps).toBe(1);
  await backend.dispose();
});
