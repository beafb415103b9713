import { describe, expect, it } from 'vitest';
import { onThisThread, type OpenPool } from '../../src/index.ts';
import { openInState } from '../../src/engine/open-backend.ts';
import type { Capacities } from '../../src/simulation/capacities.ts';
import { CONTACT, CONTACT_VERTICES } from '../../src/simulation/state.ts';
import { capacitiesOf, runFrames, tangledBoxes } from '../fixtures/growing-lists.ts';

// Implicit Euler keeps arrays of its own per contact: terms, and entries in the vertices' lists. They have to grow with the contacts.

const FRAMES = 2;
const GIVEN = { integrator: 'implicit-euler', linearIterations: 30 } as const;
const LARGE = { pairsPerPoint: 100, queries: 5000, hits: 10000, hitsPerEdge: 100 } as const;
const TOO_SMALL = [
  { queries: 1 },
  { hits: 1 },
  { pairsPerPoint: 1, queries: 1, hits: 1, hitsPerEdge: 1 },
] as const satisfies readonly Partial<Capacities>[];

async function run(capacities: Partial<Capacities>, workers: OpenPool = onThisThread) {
  const { world, state } = tangledBoxes(capacities, GIVEN);
  const backend = await openInState({ world, state, workers });
  const rows = await runFrames(backend, FRAMES, GIVEN);
  return { rows, state, world, capacities: capacitiesOf(state) };
}

describe('by implicit Euler', () => {
  it.each(TOO_SMALL)('lists with initial capacities %o grow, and give the same bits as large ones', async (small) => {
    const large = await run(LARGE);
    const grown = await run(small);
    expect(grown.rows).toEqual(large.rows);
    for (const row of grown.rows) expect(row).toMatchObject({ contactsDropped: 0, pairsDropped: 0 });
    for (const [name, start] of Object.entries(small))
      expect(grown.capacities[name as keyof Capacities], name).toBeGreaterThan(start);
  });

  it.each(['queries', 'hits'] as const)(
    'without memory for more %s, the step goes on with those that fit, and counts the others',
    async (name) => {
      const refuse: OpenPool = (...given) => ({ ...onThisThread(...given), grow: async () => false });
      const { rows, state, world, capacities } = await run({ ...LARGE, [name]: 5 }, refuse);
      expect(capacities[name]).toBe(5);
      for (const row of rows) expect(row.contactsDropped).toBeGreaterThan(0);
      expect(state.positions.every(Number.isFinite)).toBe(true);
      // Each vertex's entries are in its range, and are of contacts that there is memory for.
      const { contactRanges: ranges, contactEntries: entries, contacts } = state;
      const end = ranges[2 * world.vertexCount];
      expect(end).toBeGreaterThan(0);
      expect(end).toBeLessThanOrEqual(entries.length);
      const memory = CONTACT_VERTICES * (contacts.u32.length / CONTACT.stride);
      expect(Math.max(...entries.subarray(0, end))).toBeLessThan(memory);
    },
  );
});
