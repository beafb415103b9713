import { TYPESCRIPT_KERNELS } from '../../../../../src/simulation/program/kernels.ts';
import { describe, expect, it } from 'vitest';
import { NONE } from '../../../../../src/mesh/topology.ts';
import {
  colour,
  contactOfPriority,
  priorityOfContact,
} from '../../../../../src/simulation/contacts/projection/colour.ts';
import type { Context } from '../../../../../src/simulation/program/stage.ts';
import { INITIAL_COLOURS, contactOfSlot, initialQueries } from '../../../../../src/simulation/capacities.ts';
import { CONTACT, CONTACT_KINDS, COUNTERS } from '../../../../../src/simulation/state.ts';
import { boxWorld, seededRandom } from '../../../../fixtures/box-world.ts';
import { parametersWith, putContact, runInRanges } from '../../../../fixtures/stages.ts';
import { createScratch } from '../../../../../src/simulation/scratch.ts';

/** Random contacts of DCD and CCD, some empty. @returns the context, and each contact's vertices by its id */
function randomContacts(seed: number, dcd: number, ccd: number, vertexCount: number) {
  const random = seededRandom(seed);
  const context: Context = {
    ...boxWorld({ slots: 4 }),
    parameters: parametersWith({}),
    argument: 0,
    scratch: createScratch(),
    kernels: TYPESCRIPT_KERNELS,
  };
  const { world, state } = context;
  const firstHit = initialQueries(world);
  const vertices = new Map<number, number[]>();
  const slots = Array.from({ length: world.slotCount }, (_, i) => contactOfSlot(world, i));
  const ids = [...Array(dcd).keys(), ...Array.from({ length: ccd }, (_, i) => firstHit + i), ...slots];
  for (const id of ids) {
    const held = Array.from({ length: 4 + Math.floor(4 * random()) }, () => Math.floor(vertexCount * random()));
    putContact(state, id, held, [1, 0, 0, -1], [0, 1, 0]);
    if (random() < 0.2) state.contacts.u32[CONTACT.stride * id + CONTACT.kind] = CONTACT_KINDS.none;
    else vertices.set(id, held);
  }
  state.counters[COUNTERS.queries] = dcd;
  state.counters[COUNTERS.contactsCcd] = ccd;
  state.vertexColours.fill(77); // of the step before
  runInRanges(colour, context);
  return { ...context, vertices, coloured: [...vertices.keys()].filter((id) => colourOf(context, id) !== NONE) };
}
const colourOf = ({ state }: Context, id: number) => state.contacts.u32[CONTACT.stride * id + CONTACT.colour];

/** The rounds as the GPU runs them: each contact bids at its vertices, and takes the round's colour if it wins at all of them. */
function playRounds(vertices: ReadonlyMap<number, readonly number[]>): Map<number, number> {
  const rounds = new Map<number, number>();
  for (let round = 0; rounds.size < vertices.size && round < INITIAL_COLOURS; round++) {
    const least = new Map<number, number>();
    const left = [...vertices].filter(([id]) => !rounds.has(id));
    for (const [id, held] of left)
      for (const v of held) least.set(v, Math.min(least.get(v) ?? Infinity, priorityOfContact(id)));
    for (const [id, held] of left) if (held.every((v) => least.get(v) === priorityOfContact(id))) rounds.set(id, round);
  }
  return rounds;
}

describe('colour', () => {
  const cases = [
    [0, 0, 10],
    [1, 0, 10],
    [0, 1, 10],
    [100, 60, 60],
    [800, 500, 90],
    [300, 300, 8],
  ] as const;
  it.each(cases)('gives %d and %d contacts at %d vertices the colours of the rounds', (dcd, ccd, vertexCount) => {
    const found = randomContacts(5, dcd, ccd, vertexCount);
    const { state, vertices, coloured } = found;
    const rounds = playRounds(vertices);
    for (const id of vertices.keys()) expect(colourOf(found, id)).toBe(rounds.get(id) ?? NONE);
    expect(state.counters[COUNTERS.contactsUncoloured]).toBe(vertices.size - coloured.length);
    expect(state.counters[COUNTERS.contactsDcd]).toBe([...vertices.keys()].filter((id) => id < dcd).length);
    expect(state.counters[COUNTERS.colours]).toBe(Math.max(0, ...[...rounds.values()].map((round) => round + 1)));
  });

  it('lists each contact once, ascending within its colour, none of which share a vertex', () => {
    const found = randomContacts(6, 900, 700, 80);
    const { state, vertices, coloured } = found;
    const end = state.colourOffsets[INITIAL_COLOURS];
    expect(end).toBe(coloured.length);
    expect(new Set(state.contactOrder.subarray(0, end)).size).toBe(end);
    for (let c = 0; c < INITIAL_COLOURS; c++) {
      const ids = [...state.contactOrder.subarray(state.colourOffsets[c], state.colourOffsets[c + 1])];
      expect(ids).toEqual([...ids].sort((a, b) => a - b));
      const taken = new Set<number>();
      for (const id of ids) {
        expect(colourOf(found, id)).toBe(c);
        const own = new Set(vertices.get(id));
        for (const v of own) expect(taken.has(v)).toBe(false);
        for (const v of own) taken.add(v);
      }
    }
  });
});

describe('priorities', () => {
  it('are undone by contactOfPriority', () => {
    for (let i = 0; i < 1e4; i++) {
      const id = (i * 2654435761) >>> 0;
      expect(contactOfPriority(priorityOfContact(id))).toBe(id);
      expect(contactOfPriority(priorityOfContact(i))).toBe(i);
    }
  });
});
