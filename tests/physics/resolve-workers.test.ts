import { cases } from '../fixtures/tier.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { resolve } from '../../src/engine/resolve/resolve.ts';
import { cuboid } from '../../src/mesh/model/cuboid.ts';
import { type BuiltWorker, buildWorker } from '../environment/build-worker.ts';
import { bentBars } from '../fixtures/bent-bars.ts';
import { boxMesh } from '../unit/mesh/box-mesh.ts';

/** Enough steps for contacts to move the coil, which comes free only later. */
const FEW_STEPS = cases(6, 4);

const box = cuboid({ cells: [3, 3, 3], size: [1, 1, 1] }).mesh;
const shifted = (by: readonly number[]): Float32Array => box.positions.map((x, i) => x + by[i % 3]);

describe('resolve', () => {
  let worker: BuiltWorker;
  beforeAll(async () => {
    worker = await buildWorker('src/workers/pool.worker.ts');
  });

  test.each([
    ['two boxes, thinned and settled', [shifted([0, 0, 0]), shifted([0.8, 0.1, 0.05])], [box, box], undefined],
    [
      'a coil, parted by contacts',
      [bentBars(1).find(({ name }) => name === 'coil')!.positions],
      [boxMesh(20, 3, 3)],
      FEW_STEPS,
    ],
  ] as const)('gives the same bits without workers, by 1 and by 2: %s', async (_name, tangled, rest, mostSteps) => {
    const run = (workers: number) =>
      resolve(tangled, rest, { workers, worker: worker.url, ...(mostSteps !== undefined && { mostSteps }) });
    const alone = await run(0);
    expect(alone.steps).toBeGreaterThan(0);
    expect(alone.rms).toBeGreaterThan(0);
    expect(await run(1)).toEqual(alone);
    expect(await run(2)).toEqual(alone);
  });
});
