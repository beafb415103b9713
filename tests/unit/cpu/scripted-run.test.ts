import { beforeAll, expect, test } from 'vitest';
import { Simulator } from '../../../src/simulation/simulator.ts';
import { COUNTERS } from '../../../src/simulation/state.ts';
import { type BuiltWorker, buildWorker } from '../../environment/build-worker.ts';
import { DRIVEN_COUNTS, PLAY, PLAY_PARAMETERS, STANDS } from '../../fixtures/scripted-play.ts';
import { openCpuBackend, SOFT } from './open-cpu-backend.ts';

let built: BuiltWorker;
beforeAll(async () => {
  built = await buildWorker('src/workers/pool.worker.ts');
});

/** The hash after each step of the whole play; a worker dies before step `death`. */
async function hashes(size: number, shared: boolean, death = -1): Promise<string[]> {
  const { backend, handles } = await openCpuBackend(built.url, size, shared, STANDS, PLAY);
  const simulator = new Simulator(backend, { ...SOFT, ...PLAY_PARAMETERS });
  const found: string[] = [];
  for (const [step, driven] of DRIVEN_COUNTS.entries()) {
    if (step === death) handles[0].terminate();
    found.push((await simulator.frame({ hash: true })).hash as string);
    expect(simulator.counters[COUNTERS.driven]).toBe(driven);
  }
  await backend.dispose();
  return found;
}

test('drivers, a release, moving plates, a bowl and a switch give the same bits on 1, 2, 3 workers and without shared memory', async () => {
  const expected = await hashes(1, true);
  expect(new Set(expected).size).toBe(expected.length);
  expect(await hashes(2, true)).toEqual(expected);
  expect(await hashes(3, true)).toEqual(expected);
  expect(await hashes(1, false)).toEqual(expected);
});

test.each([
  [2, true, 5], // the switch's step
  [1, false, 7], // the release's
])('also when a worker dies: %i workers, shared %s, before step %i', async (size, shared, death) => {
  expect(await hashes(size, shared, death)).toEqual(await hashes(1, true));
});
