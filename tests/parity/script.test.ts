import { beforeAll, expect, it } from 'vitest';
import { onThisThread } from '../../src/index.ts';
import { openInState } from '../../src/engine/open-backend.ts';
import type { Backend } from '../../src/simulation/backend.ts';
import { defaultParameters } from '../../src/simulation/parameters.ts';
import { Simulator } from '../../src/simulation/simulator.ts';
import { COUNTERS } from '../../src/simulation/state.ts';
import { boxWorld, STACK } from '../fixtures/box-world.ts';
import { DRIVEN_COUNTS, PLAY, PLAY_PARAMETERS, STANDS } from '../fixtures/scripted-play.ts';
import { copyState, sharedDevice } from './harness.ts';

/** Float32 over twelve steps, of bodies 4 m wide [m]. */
const TOLERANCE = 1e-5;

const made = boxWorld({ shake: 0.005, shifts: STACK, colliders: STANDS, script: PLAY });
const { world } = made;

async function open(kind: 'cpu' | 'gpu'): Promise<Backend> {
  const state = copyState(world, made.state);
  const gpu = async () => ({ device: await sharedDevice(world), adapterName: 'test' });
  const backend = await openInState({
    world,
    state,
    backend: kind === 'cpu' ? kind : await gpu(),
    workers: onThisThread,
  });
  return backend;
}

// A software GPU compiles for a minute.
beforeAll(async () => (await open('gpu')).dispose());

/** Plays the first `count` steps. */
async function run(kind: 'cpu' | 'gpu', mode: 'off' | 'hybrid', count: number) {
  const backend = await open(kind);
  const simulator = new Simulator(backend, { ...defaultParameters(), youngsModulus: 1e5, mode, ...PLAY_PARAMETERS });
  const copy = async (name: 'positions' | 'inverseMasses' | 'colliders') =>
    ((await backend.read(name)) as Float32Array).slice();
  const steps = [];
  for (let i = 0; i < count; i++) {
    await simulator.frame();
    const [positions, masses, colliders] = [
      await copy('positions'),
      await copy('inverseMasses'),
      await copy('colliders'),
    ];
    steps.push({ positions, masses, colliders, driven: simulator.counters[COUNTERS.driven] });
  }
  const hash = await simulator.hash();
  await backend.dispose();
  return { steps, hash };
}

/** Median and largest of the differences between two states' positions [m]. */
function apart(a: Float32Array, b: Float32Array): [number, number] {
  const differences = a.map((x, i) => Math.abs(x - b[i])).sort();
  return [differences[differences.length >> 1], differences[differences.length - 1]];
}

it('the GPU plays drivers, a release, moving plates, a bowl and a switch as the CPU does, and the same again', async () => {
  const count = DRIVEN_COUNTS.length;
  const [gpu, again, cpu] = [
    await run('gpu', 'off', count),
    await run('gpu', 'off', count),
    await run('cpu', 'off', count),
  ];
  expect(again.hash).toBe(gpu.hash);
  for (const { steps } of [gpu, cpu]) expect(steps.map(({ driven }) => driven)).toEqual(DRIVEN_COUNTS);
  gpu.steps.forEach((step, i) => {
    const other = cpu.steps[i];
    // Scripted positions are computed in one place, so they agree bit for bit.
    expect(step.masses).toEqual(other.masses);
    expect(step.colliders).toEqual(other.colliders);
    for (const { vertices, until = Infinity } of world.drivers)
      for (const v of i * 5e-3 < until ? vertices : [])
        expect(step.positions.subarray(3 * v, 3 * v + 3)).toEqual(other.positions.subarray(3 * v, 3 * v + 3));
    const [, largest] = apart(step.positions, other.positions);
    expect(largest).toBeLessThan(TOLERANCE);
  });
  expect(gpu.steps[count - 1].masses.filter((w) => w === 0).length).toBe(DRIVEN_COUNTS[count - 1]);
  expect(gpu.steps[4].masses).not.toEqual(gpu.steps[5].masses);
});

it('with collisions, too', async () => {
  const [gpu, cpu] = [await run('gpu', 'hybrid', 3), await run('cpu', 'hybrid', 3)];
  for (const { steps } of [gpu, cpu]) expect(steps.map(({ driven }) => driven)).toEqual(DRIVEN_COUNTS.slice(0, 3));
  const [middle, largest] = apart(gpu.steps[2].positions, cpu.steps[2].positions);
  expect(middle).toBeLessThan(TOLERANCE);
  // If float32 rounding makes only one side find a contact: a share of the 30 mm that contacts move vertices per step, as in backend.test.ts.
  expect(largest).toBeLessThan(0.01);
});
