import { expect, it } from 'vitest';
import { onThisThread } from '../../src/index.ts';
import { openInState } from '../../src/engine/open-backend.ts';
import type { Capacities } from '../../src/simulation/capacities.ts';
import { BY_REGIONS, capacitiesOf, runFrames, tangledBoxes, TOO_SMALL } from '../fixtures/growing-lists.ts';
import { sharedDevice } from './harness.ts';

// Takes long: steps are repeated with longer lists, on a device that is emulated.
const FRAMES = 1;

async function run(capacities: Partial<Capacities>, changed = {}) {
  const { world, state } = tangledBoxes(capacities, changed);
  const device = await sharedDevice(world);
  const backend = await openInState({
    world,
    state,
    backend: { device, adapterName: 'test' },
    workers: onThisThread,
  });
  const rows = await runFrames(backend, FRAMES, changed);
  const { capacities: onDevice } = backend.buffers;
  const { repeatedRuns: redone } = backend.profile;
  const contacts = ((await backend.read('contacts')) as { u32: Uint32Array }).u32.length;
  await backend.dispose();
  return { rows, redone, contacts, onDevice, inPool: capacitiesOf(backend.pool.state) };
}

let large: ReturnType<typeof run> | undefined;
it.each(TOO_SMALL)(
  'lists on the device that start with %o grow, and the bits are those of large ones',
  async (small) => {
    large ??= run({ pairsPerPoint: 100, queries: 5000, hits: 10000, hitsPerEdge: 100, colours: 2000 });
    const grown = await run(small);
    expect(grown.rows).toEqual((await large).rows);
    expect(grown.redone).toBeGreaterThan((await large).redone);
    expect(grown.onDevice).toEqual(grown.inPool);
    for (const row of grown.rows)
      expect(row).toMatchObject({ contactsDropped: 0, pairsDropped: 0, contactsUncoloured: 0, measuringLost: 0 });
    for (const name of Object.keys(small) as (keyof Capacities)[])
      expect(grown.onDevice[name], name).toBeGreaterThan(1);
  },
);

it('the list of regions, which the pool alone has, grows likewise', async () => {
  const enough = await run({ regions: 100 }, BY_REGIONS);
  const grown = await run({ regions: 1 }, BY_REGIONS);
  expect(grown.rows).toEqual(enough.rows);
  expect(grown.rows[0]?.deepRegions).toBeGreaterThan(0);
  expect(grown.inPool.regions).toBeGreaterThan(1);
});
