import { cases as tier, isFull, some } from '../../fixtures/tier.ts';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { CpuBackend } from '../../../src/cpu/cpu-backend.ts';
import { answerQueriesInState, countPiercing, measure } from '../../../src/simulation/diagnostics/measure.ts';
import {
  CONTACT_SCHEDULES,
  defaultParameters,
  MATERIALS,
  MODES,
  PRECISIONS,
  type SimulationParameters,
} from '../../../src/simulation/parameters.ts';
import { FIELD_UPDATES } from '../../../src/simulation/path/distance-field/tables.ts';
import { rebuildBody } from '../../../src/simulation/detect/rebuild.ts';
import { MAX_TRIES } from '../../../src/simulation/backend.ts';
import { Simulator } from '../../../src/simulation/simulator.ts';
import { COUNTERS, SUM_CHUNK } from '../../../src/simulation/state.ts';
import { allocateState } from '../../../src/simulation/state-memory.ts';
import { step } from '../../../src/simulation/step.ts';
import { TreeRebuild } from '../../../src/simulation/tree-rebuild.ts';
import { type BuiltWorker, buildWorker } from '../../environment/build-worker.ts';
import { openCpuBackend, SOFT } from './open-cpu-backend.ts';

// Takes long: each test opens up to five pools of workers, which keep their cores busy while they wait, and implicit Euler needs worlds
// of several chunks of sums.

/** Numbers of workers whose bits are compared with those of one worker. */
const WORKERS = isFull ? [2, 3] : [2];
const ON_WORKERS = `on 1, ${WORKERS.join(', ')} workers and without shared memory`;

let built: BuiltWorker;
let open: CpuBackend[] = [];
beforeAll(async () => {
  built = await buildWorker('src/workers/pool.worker.ts');
});
afterEach(async () => {
  await Promise.all(open.map((backend) => backend.dispose()));
  open = [];
});

async function openBackend(size: number, shared = true, simd = true) {
  const opened = await openCpuBackend(built.url, size, shared, undefined, undefined, undefined, simd);
  open.push(opened.backend);
  return opened;
}

/** Hashes of some frames, with rebuilds, a drag and a change of material on the way. */
async function hashes(
  backend: CpuBackend,
  changed: Partial<SimulationParameters>,
  frames = tier(3, 2),
): Promise<string[]> {
  const simulator = new Simulator(backend, { ...SOFT, rebuildInterval: 8, rebuildDelay: 3, ...changed });
  const found: string[] = [];
  for (let f = 0; f < frames; f++) {
    if (f === 1) simulator.setGrabs([{ vertex: 5, target: [0.5, 3, 0.5] }]);
    const row = await simulator.frame({ hash: true, piercing: true });
    found.push(
      `${row.hash} ${row.penetrating} ${row.contactsDcd} ${row.contactsCcd} ${row.piercingShare} ${row.overlapShare} ${row.inverted} ${row.leastVolume}`,
    );
  }
  return found;
}

describe('the same bits', () => {
  const cases = MODES.flatMap((mode) => CONTACT_SCHEDULES.map((contacts) => ({ mode, contacts })));
  test.each(some<(typeof cases)[number]>(cases, 3))(`${ON_WORKERS}: $mode, $contacts`, async (changed) => {
    const expected = await hashes((await openBackend(1)).backend, changed);
    expect(new Set(expected).size).toBe(expected.length);
    for (const size of WORKERS) expect(await hashes((await openBackend(size)).backend, changed)).toEqual(expected);
    expect(await hashes((await openBackend(1, false)).backend, changed)).toEqual(expected);
  });

  // Implicit Euler sums in chunks of SUM_CHUNK elements, so there must be several chunks to share among workers.
  const implicit = { integrator: 'implicit-euler', fineness: 3 } as const;
  const worlds = [
    { ...implicit, solver: 'newton', pressure: 5e3 },
    { pressure: 5e3 },
    { ...implicit },
    { ...implicit, solver: 'newton', material: 'mass-spring' },
  ] as const;
  test.each(some<(typeof worlds)[number]>(worlds, 1))(`${ON_WORKERS}, in a world made for %j`, async (given) => {
    const { fineness = 1, ...changed }: Partial<SimulationParameters> & { fineness?: number } = given;
    const parameters = { ...SOFT, ...changed };
    const run = async (size: number, shared = true, withThem = changed) => {
      const opened = await openCpuBackend(built.url, size, shared, undefined, undefined, parameters, true, fineness);
      open.push(opened.backend);
      const { vertexCount } = opened.backend.world;
      if (changed.integrator) expect(vertexCount).toBeGreaterThan(2 * SUM_CHUNK);
      // Two frames, in which trees are rebuilt too.
      return hashes(opened.backend, { rebuildInterval: 4, rebuildDelay: 2, ...withThem }, 2);
    };
    const expected = await run(1);
    expect(new Set(expected).size).toBe(expected.length);
    expect(expected).not.toEqual(await run(1, true, { ...changed, pressure: 0, integrator: 'xpbd' }));
    for (const size of WORKERS) expect(await run(size)).toEqual(expected);
    expect(await run(1, false)).toEqual(expected);
  });

  test.each(some(FIELD_UPDATES, 1))(`${ON_WORKERS}, by a distance field, update %s`, async (fieldUpdate) => {
    const changed = { mode: 'dcd', pathMethod: 'distance-field', fieldUpdate } as const;
    const parameters = { ...SOFT, ...changed };
    const run = async (size: number, shared = true, withThem: Partial<SimulationParameters> = changed) => {
      const opened = await openCpuBackend(built.url, size, shared, undefined, undefined, parameters, true, tier(3, 2));
      open.push(opened.backend);
      return hashes(opened.backend, withThem, 2);
    };
    const expected = await run(1);
    expect(expected).not.toEqual(await run(1, true, { ...changed, pathMethod: 'flood' }));
    for (const size of WORKERS) expect(await run(size)).toEqual(expected);
    expect(await run(1, false)).toEqual(expected);
  });

  test.runIf(isFull).each(MATERIALS)('material %s', async (material) => {
    const expected = await hashes((await openBackend(1)).backend, { material });
    expect(await hashes((await openBackend(2)).backend, { material })).toEqual(expected);
  });

  const materials = MATERIALS.flatMap((material) =>
    PRECISIONS.map((materialPrecision) => ({ material, materialPrecision })),
  );
  // In the first tier every material with one precision.
  test.each(materials.filter((_, i) => isFull || i % 4 === 1 || i % 4 === 2))(
    'with and without SIMD, with and without shared memory: $material, $materialPrecision',
    async (changed) => {
      const inTypeScript = await openBackend(2, true, false);
      expect(inTypeScript.backend.pool.withoutSimd).toBe('the option `simd` is false');
      expect(inTypeScript.backend.adapter).toMatch(/, without SIMD$/);
      const expected = await hashes(inTypeScript.backend, changed);
      for (const [size, shared] of [
        [1, true],
        [3, true],
        [1, false],
      ] as const) {
        const { backend } = await openBackend(size, shared);
        expect(backend.pool.withoutSimd).toBeUndefined();
        expect(await hashes(backend, changed)).toEqual(expected);
      }
      expect(await hashes((await openBackend(1, false, false)).backend, changed)).toEqual(expected);
    },
  );

  test.each([
    [2, true],
    [1, false],
  ])('when workers die on the way: %i workers, shared %s', async (size, shared) => {
    const expected = await hashes((await openBackend(1)).backend, {}, 6);
    const { backend, handles } = await openBackend(size, shared);
    // Fewer than a step has tries: all may hit the same one.
    const deaths = MAX_TRIES - 1;
    const killer = setInterval(() => handles.length < size + deaths && handles[handles.length - 1].terminate(), 40);
    const found = await hashes(backend, {}, 6);
    clearInterval(killer);
    expect(found).toEqual(expected);
    expect(handles.length).toBeGreaterThan(size);
  });
});

test('a step finds contacts and measures penetration, and measuring changes nothing of it', async () => {
  const { backend } = await openBackend(2);
  const measured = await measure(backend);
  expect(measured[COUNTERS.penetrating]).toBeGreaterThan(0);
  expect(await countPiercing(backend)).toBeGreaterThan(0);
  expect(Math.max(...(await backend.read('depths')))).toBeGreaterThan(0);
  expect(await measure(backend)).toEqual(measured);

  const counters = await step(backend, { parameters: SOFT, grabs: [] });
  expect(counters[COUNTERS.contactsDcd]).toBeGreaterThan(0);
  const before = [...(await backend.read('positions'))];
  await measure(backend);
  expect([...(await backend.read('positions'))]).toEqual(before);
});

test('answers queries that were written from outside as the measuring pass does', async () => {
  const { backend } = await openBackend(2);
  const queries = (await measure(backend))[COUNTERS.queries];
  expect(queries).toBeGreaterThan(0);
  const paths = (await backend.read('paths')).u32.slice();
  const records = (await backend.read('queries')).u32.slice();
  await backend.write('paths', new Uint32Array(paths.length));
  await backend.write('queries', records);
  expect((await answerQueriesInState(backend, queries, defaultParameters()))[COUNTERS.queries]).toBe(queries);
  expect((await backend.read('paths')).u32).toEqual(paths);
});

test.each([
  [2, true],
  [1, false],
])(
  'a rebuild is of the positions that it was started from, and is used once adopted: %i workers, shared %s',
  async (size, shared) => {
    const { backend } = await openBackend(size, shared);
    const { world } = backend;
    const start = (await backend.read('tetOrder')).slice();
    const positions = (await backend.read('positions')).map((x, i) => (i % 3 === 0 ? -x : (x * 7) % 3));
    const oracle = allocateState(world, (bytes) => new ArrayBuffer(bytes));
    oracle.rebuildPositions.set(positions);
    for (let body = 0; body < world.bodies.length; body++) rebuildBody(world, oracle, body);
    expect(oracle.nextTetOrder).not.toEqual(start);

    await backend.write('positions', positions);
    const trees = new TreeRebuild(backend);
    await trees.start();
    await step(backend, { parameters: SOFT, grabs: [] });
    expect((await backend.read('tetOrder')).slice()).toEqual(start);
    await trees.adopt();
    await measure(backend);
    expect((await backend.read('tetOrder')).slice()).toEqual(oracle.nextTetOrder);
    expect((await backend.read('faceOrder')).slice()).toEqual(oracle.nextFaceOrder);
    expect((await backend.read('edgeOrder')).slice()).toEqual(oracle.nextEdgeOrder);
  },
);

test('restore goes back to the start of the step', async () => {
  const { backend } = await openBackend(2);
  await step(backend, { parameters: SOFT, grabs: [] });
  const x0 = [...(await backend.read('positions'))];
  await step(backend, { parameters: SOFT, grabs: [] });
  expect([...(await backend.read('positions'))]).not.toEqual(x0);
  await backend.restore();
  expect([...(await backend.read('positions'))]).toEqual(x0);
});

test('times go to the clocks of their stages, and are taken once', async () => {
  const { backend } = await openBackend(2);
  await step(backend, { parameters: SOFT, grabs: [] });
  const times = await backend.takeTimes();
  for (const clock of ['solve', 'refit', 'dcd', 'path', 'ccd', 'projection'] as const)
    expect(times[clock], clock).toBeGreaterThan(0);
  expect(times.measuring).toBe(0);
  await measure(backend);
  const measured = await backend.takeTimes();
  expect(measured.measuring).toBeGreaterThan(0);
  expect(measured.solve).toBe(0);
});

test.each([
  [1, true, 1],
  [3, true, 3],
  [1, false, 2],
])('a step posts few messages: %i workers, shared %s: %i', async (size, shared, expected) => {
  const { backend, posted } = await openBackend(size, shared);
  await step(backend, { parameters: SOFT, grabs: [] });
  const before = posted();
  await step(backend, { parameters: SOFT, grabs: [] });
  await backend.takeTimes();
  expect(posted() - before).toBe(expected);
});
