import { expect, it } from 'vitest';
import { NONE } from '../../src/mesh/topology.ts';
import { colourDispatches } from '../../src/simulation/contacts/projection/passes.ts';
import { colour as stage } from '../../src/simulation/contacts/projection/colour.ts';
import {
  INITIAL_COLOURS,
  contactOfHit,
  contactOfQuery,
  contactOfSlot,
  initialCapacities,
} from '../../src/simulation/capacities.ts';
import { CONTACT, CONTACT_KINDS, COUNTERS } from '../../src/simulation/state.ts';
import { boxWorld, seededRandom } from '../fixtures/box-world.ts';
import { putContact } from '../fixtures/stages.ts';
import { runTwins } from './twins.ts';

const cases = [
  [0, 0, 10],
  [1, 0, 10],
  [0, 1, 10],
  [65, 130, 60],
  [800, 500, 90],
  [300, 300, 8],
  // More of both than the initial capacities.
  [1500, 9000, 150],
] as const;
/** Places of a source that has a fixed number. */
const SLOTS = 3;
/** The host's guesses of the colours' sizes: nothing; large colours, so that a few rounds have a dispatch each; as many colours as there can be. */
const GUESSES = {
  nothing: [],
  'three colours': [4000, 3000, 2000],
  'all colours': Array.from({ length: INITIAL_COLOURS }, () => 2),
} as const;
const guesses = Object.keys(GUESSES) as (keyof typeof GUESSES)[];

it.each(cases.flatMap((counts) => guesses.map((guess) => [...counts, guess] as const)))(
  'colour: %d contacts of DCD and %d of CCD at %d vertices get the very same colours, guessed as %s',
  async (dcd, ccd, near, guess) => {
    const { world, state } = boxWorld({ capacities: { queries: 2000, hits: 10_000 }, slots: SLOTS });
    const random = seededRandom(dcd + ccd);
    const ids = [
      ...Array.from({ length: dcd }, (_, i) => contactOfQuery(world, i)),
      ...Array.from({ length: ccd }, (_, i) => contactOfHit(world, i)),
      ...Array.from({ length: SLOTS }, (_, i) => contactOfSlot(world, i)),
    ];
    for (const [i, id] of ids.entries()) {
      putContact(
        state,
        id,
        Array.from({ length: 4 + Math.floor(4 * random()) }, () => Math.floor(near * random())),
        [1, 0, 0, -1],
        [0, 1, 0],
      );
      const at = CONTACT.stride * id + CONTACT.kind;
      state.contacts.u32[at] =
        random() < 0.2
          ? CONTACT_KINDS.none
          : i < dcd
            ? CONTACT_KINDS.dcd
            : i < dcd + ccd
              ? CONTACT_KINDS.edgeEdge
              : CONTACT_KINDS.external;
    }
    state.counters[COUNTERS.queries] = dcd;
    state.counters[COUNTERS.contactsCcd] = ccd;
    state.vertexColours.fill(5);
    state.colourOffsets.fill(9);
    const dispatches = colourDispatches(world, GUESSES[guess], dcd + ccd + SLOTS, initialCapacities(world));
    const read = ['contacts', 'contactOrder', 'colourOffsets', 'counters'] as const;
    const { kernel, twin } = await runTwins({ label: 'colour', code: '', stage, world, state, dispatches, read });
    expect(kernel.colourOffsets).toEqual(twin.colourOffsets);
    for (const counter of [COUNTERS.colours, COUNTERS.contactsUncoloured, COUNTERS.contactsDcd])
      expect(kernel.counters[counter]).toBe(twin.counters[counter]);
    for (let c = 0; c < INITIAL_COLOURS; c++) {
      const range = [twin.colourOffsets[c], twin.colourOffsets[c + 1]] as const;
      // Within a colour the kernel's order is free.
      expect(kernel.contactOrder.slice(...range).sort()).toEqual(twin.contactOrder.slice(...range).sort());
    }
    for (const id of ids) {
      if (state.contacts.u32[CONTACT.stride * id + CONTACT.kind] === CONTACT_KINDS.none) continue;
      const at = CONTACT.stride * id + CONTACT.colour;
      expect(kernel.contacts.u32[at]).toBe(twin.contacts.u32[at]);
    }
    if (near === 8) expect([...kernel.contacts.u32]).toContain(NONE); // some don't fit
  },
);

it('spreads the first rounds over many threads where a large world may have many contacts, though none are known of', () => {
  const { world } = boxWorld();
  const large = { ...world, points: { ...world.points, count: 1e5 } };
  const claims = (of: typeof world) =>
    colourDispatches(of, [], 0, initialCapacities(world)).filter(({ kernel }) => kernel === 'colourClaim');
  expect(claims(world)).toEqual([]);
  expect(claims(large).length).toBeGreaterThanOrEqual(16);
  expect(Math.min(...claims(large).map(({ count }) => count))).toBeGreaterThanOrEqual(4096);
});
