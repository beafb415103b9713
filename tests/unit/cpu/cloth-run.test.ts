import { beforeAll, expect, test } from 'vitest';
import { CpuBackend } from '../../../src/cpu/cpu-backend.ts';
import { onThisThread, openBackend } from '../../../src/index.ts';
import {
  defaultParameters,
  MATERIALS,
  PRECISIONS,
  type SimulationParameters,
} from '../../../src/simulation/parameters.ts';
import { Simulator } from '../../../src/simulation/simulator.ts';
import { createPool } from '../../../src/workers/pool.ts';
import { startWorkerNode } from '../../../src/workers/start-worker.ts';
import { type BuiltWorker, buildWorker } from '../../environment/build-worker.ts';
import { clothWorld } from '../../fixtures/cloth.ts';

let built: BuiltWorker;
beforeAll(async () => {
  built = await buildWorker('src/workers/pool.worker.ts');
});

const STIFF: Partial<SimulationParameters> = { youngsModulus: 1e6, bendingStiffness: 1 };

async function hashesOf(simulator: Simulator): Promise<string[]> {
  const hashes: string[] = [];
  for (let frame = 0; frame < 3; frame++) hashes.push((await simulator.frame({ hash: true, steps: 4 })).hash as string);
  return hashes;
}

test.each(MATERIALS)('cloth gets the same bits on 1, 2, 3 workers: scene of %s', async (material) => {
  const parameters = { ...defaultParameters(), ...STIFF, material };
  const runs: string[][] = [];
  // One after another, since workers that wait keep their cores busy.
  for (const size of [1, 2, 3]) {
    const { world, state } = clothWorld({ parameters, allocate: (bytes) => new SharedArrayBuffer(bytes) });
    const startWorker = () => startWorkerNode(built.url);
    const pool = await createPool({ world, state, size, shared: true, startWorker });
    const backend = new CpuBackend(pool, 'test');
    runs.push(await hashesOf(new Simulator(backend, { ...parameters })));
    await backend.dispose();
  }
  expect(new Set(runs[0]).size).toBe(3);
  expect(runs[1]).toEqual(runs[0]);
  expect(runs[2]).toEqual(runs[0]);
});

test.each(PRECISIONS)('cloth gets the same bits with and without SIMD: %s', async (materialPrecision) => {
  const parameters = { ...defaultParameters(), ...STIFF, materialPrecision };
  const run = async (simd: boolean) => {
    const { world, state } = clothWorld({ parameters });
    const backend = await openBackend({ world, positions: state.positions, parameters, workers: onThisThread, simd });
    expect(backend.pool.withoutSimd === undefined).toBe(simd);
    const hashes = await hashesOf(new Simulator(backend, parameters));
    await backend.dispose();
    return hashes;
  };
  expect(await run(true)).toEqual(await run(false));
});
