import { beforeAll, expect, test } from 'vitest';
import { CpuBackend } from '../../../src/cpu/cpu-backend.ts';
import { FEW_ELEMENTS } from '../../../src/simulation/constraints/air/project-air.ts';
import { defaultParameters, type SimulationParameters } from '../../../src/simulation/parameters.ts';
import type { State } from '../../../src/simulation/state.ts';
import type { World } from '../../../src/simulation/world/world.ts';
import { Simulator } from '../../../src/simulation/simulator.ts';
import { createPool } from '../../../src/workers/pool.ts';
import { startWorkerNode } from '../../../src/workers/start-worker.ts';
import { type BuiltWorker, buildWorker } from '../../environment/build-worker.ts';
import { layeredWorld } from '../../fixtures/air-layers.ts';
import { drawnAir } from '../../fixtures/air-world.ts';
import { some } from '../../fixtures/tier.ts';

let built: BuiltWorker;
beforeAll(async () => {
  built = await buildWorker('src/workers/pool.worker.ts');
});

/** Runs some frames. @returns their hashes */
async function hashesOf(
  size: number,
  parameters: SimulationParameters,
  make: (allocate: (bytes: number) => SharedArrayBuffer) => { readonly world: World; readonly state: State },
): Promise<string[]> {
  const { world, state } = make((bytes) => new SharedArrayBuffer(bytes));
  const startWorker = () => startWorkerNode(built.url);
  const pool = await createPool({ world, state, size, shared: true, startWorker });
  const backend = new CpuBackend(pool, 'test');
  const simulator = new Simulator(backend, parameters);
  const hashes: string[] = [];
  for (let frame = 0; frame < 2; frame++) hashes.push((await simulator.frame({ hash: true, steps: 2 })).hash as string);
  await backend.dispose();
  return hashes;
}

test.each(some([2, 3] as const, 1))(
  'contacts of air get the same bits on 1 and 2 workers, in dimension %d',
  async (dimension) => {
    const { parameters } = layeredWorld(dimension);
    const run = (size: number) =>
      hashesOf(size, { ...parameters }, (allocate) => layeredWorld(dimension, {}, allocate));
    const hashes = await run(1);
    expect(await run(2)).toEqual(hashes);
    // They count.
    const without = { ...parameters, contactOffset: 0 };
    expect(await hashesOf(1, without, (allocate) => layeredWorld(dimension, {}, allocate))).not.toEqual(hashes);
  },
);

// With a common vertex, elements are behind the colours too; many elements are projected colour by colour.
const drawings = [
  { dimension: 2, count: 150, common: false },
  { dimension: 2, count: FEW_ELEMENTS + 200, common: false },
  { dimension: 3, count: FEW_ELEMENTS + 200, common: false },
  { dimension: 3, count: FEW_ELEMENTS + 200, common: true },
] as const;
test.each(some<(typeof drawings)[number]>(drawings, 2))(
  'air gets the same bits on 1 and 2 workers: $count elements, dimension $dimension, all at one vertex: $common',
  async (drawn) => {
    const parameters = { ...defaultParameters(), airIterations: 2, timeStep: 2e-3, mode: 'off' as const };
    const run = (size: number) =>
      hashesOf(size, { ...parameters }, (allocate) =>
        drawnAir(drawn.dimension, drawn.count, drawn.common, parameters, allocate),
      );
    const hashes = await run(1);
    expect(new Set(hashes).size).toBe(2);
    expect(await run(2)).toEqual(hashes);
  },
);
