import { cases, isFull } from '../../fixtures/tier.ts';
import { beforeAll, expect, test } from 'vitest';
import { CpuBackend } from '../../../src/cpu/cpu-backend.ts';
import { CONTACT_SCHEDULES, defaultParameters, MATERIALS } from '../../../src/simulation/parameters.ts';
import { Simulator } from '../../../src/simulation/simulator.ts';
import { createPool } from '../../../src/workers/pool.ts';
import { startWorkerNode } from '../../../src/workers/start-worker.ts';
import { type BuiltWorker, buildWorker } from '../../environment/build-worker.ts';
import { sandwich } from '../../fixtures/sheet.ts';

let built: BuiltWorker;
beforeAll(async () => {
  built = await buildWorker('src/workers/pool.worker.ts');
});

const all = [
  ...CONTACT_SCHEDULES.flatMap((contacts) =>
    MATERIALS.map((material) => ({ contacts, material, contactOffset: 2e-3 })),
  ),
  // Here the guarantee has much to do.
  { contacts: 'end-of-step', material: 'neo-hookean', contactOffset: 0, mode: 'ccd', iterations: 1 },
] as const;
test.each(all.filter((_, i) => isFull || i % 4 === 2))(
  'a sheet between boxes gets the same bits on 1, 2, 3 workers: $contacts, $material, contactOffset $contactOffset',
  async (changed) => {
    const parameters = {
      ...defaultParameters(),
      dropSpeed: 2,
      rebuildInterval: 8,
      rebuildDelay: 3,
      ...changed,
    };
    const FRAMES = cases(4, 2);
    const hashes: string[][] = [];
    // One after another, since workers that wait keep their cores busy.
    for (const size of [1, 2, 3]) {
      const { world, state } = sandwich(parameters, (bytes) => new SharedArrayBuffer(bytes));
      const startWorker = () => startWorkerNode(built.url);
      const pool = await createPool({ world, state, size, shared: true, startWorker });
      const backend = new CpuBackend(pool, 'test');
      const simulator = new Simulator(backend, { ...parameters });
      const rows = [];
      for (let f = 0; f < FRAMES; f++) rows.push(await simulator.frame({ hash: true, piercing: true, steps: 5 }));
      await backend.dispose();
      hashes.push(
        rows.map(
          ({ hash, penetrating, contactsDcd, contactsCcd, truncated }) =>
            `${hash} ${penetrating} ${contactsDcd} ${contactsCcd} ${truncated}`,
        ),
      );
    }
    expect(new Set(hashes[0]).size).toBe(FRAMES);
    if (changed.contactOffset === 0) expect(hashes[0][0]).not.toMatch(/ 0$/);
    expect(hashes[1]).toEqual(hashes[0]);
    expect(hashes[2]).toEqual(hashes[0]);
  },
);
