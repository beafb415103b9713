import { afterAll, beforeAll, expect, test } from 'vitest';
import { CpuBackend } from '../../../src/cpu/cpu-backend.ts';
import { FEW_ELEMENTS } from '../../../src/simulation/constraints/air/project-air.ts';
import { defaultParameters } from '../../../src/simulation/parameters.ts';
import { Simulator } from '../../../src/simulation/simulator.ts';
import { createPool } from '../../../src/workers/pool.ts';
import { startWorkerNode } from '../../../src/workers/start-worker.ts';
import { type BuiltWorker, buildWorker } from '../../environment/build-worker.ts';
import { drawnAir } from '../../fixtures/air-world.ts';

let built: BuiltWorker;
beforeAll(async () => {
  built = await buildWorker('src/workers/pool.worker.ts');
});
afterAll(() => built.remove());

// With a common vertex, elements are behind the colours too; many elements are projected colour by colour.
test.each([
  { dimension: 2, count: 150, common: false },
  { dimension: 2, count: FEW_ELEMENTS + 200, common: false },
  { dimension: 3, count: FEW_ELEMENTS + 200, common: false },
  { dimension: 3, count: FEW_ELEMENTS + 200, common: true },
] as const)(
  'air gets the same bits on 1 and 2 workers: $count elements, dimension $dimension, all at one vertex: $common',
  async (drawn) => {
    const parameters = { ...defaultParameters(), airIterations: 2, timeStep: 2e-3, mode: 'off' as const };
    const hashesOf = async (size: number) => {
      const allocate = (bytes: number) => new SharedArrayBuffer(bytes);
      const { world, state } = drawnAir(drawn.dimension, drawn.count, drawn.common, parameters, allocate);
      const startWorker = () => startWorkerNode(built.url);
      const pool = await createPool({ world, state, size, shared: true, startWorker });
      const backend = new CpuBackend(pool, 'test');
      const simulator = new Simulator(backend, parameters);
      const hashes: string[] = [];
      for (let frame = 0; frame < 2; frame++)
        hashes.push((await simulator.frame({ hash: true, steps: 2 })).hash as string);
      await backend.dispose();
      return hashes;
    };
    const hashes = await hashesOf(1);
    expect(new Set(hashes).size).toBe(2);
    expect(await hashesOf(2)).toEqual(hashes);
  },
);
