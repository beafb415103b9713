import { contactOfSlot } from '../../capacities.ts';
import type { ContactSource, UnslottedWorld } from '../../features.ts';
import type { ListPart, Pass } from '../../program/pass.ts';
import { CONTACT } from '../../state.ts';
import { AIR_SOURCE, isOn } from './is-on.ts';
import { slotsOf, type World } from '../../world/world.ts';

/** The contacts of air in the array `contacts`, so that only these are copied to the GPU. */
const CONTACTS_OF_SLOTS: ListPart = {
  array: 'contacts',
  *usedRanges(world: World) {
    const { first, count } = slotsOf(world, AIR_SOURCE);
    yield [CONTACT.stride * contactOfSlot(world, first), CONTACT.stride * contactOfSlot(world, first + count)];
  },
};

const FIND: Pass = {
  name: 'contacts of air',
  clock: 'walks',
  reads: ['positions', 'airElements', 'airTally'],
  writes: [CONTACTS_OF_SLOTS],
  scratch: ['linkedElements', 'airNeighbours', 'vertexElementStarts', 'vertexElements'],
  lengths: ['contactsAir'],
  stages: [{ stage: 'linkAir' }, { stage: 'airContacts' }],
};

/**
 * Contact source: pairs of primitives that are nearer than the contact offset to each other, or than some more, and lie at the same air. They are
 * found by walking over the elements of air, and get ordinary contacts, with separation and friction. Each surface vertex has a slot, for its
 * nearest facet, and in space each surface edge, for its nearest edge.
 * Source: Mueller, Chentanez, Kim, Macklin 2015, section 4.3; Macklin, Mueller, Chentanez, Kim 2014.
 */
export const CONTACTS_OF_AIR: ContactSource = {
  name: AIR_SOURCE,
  dimensions: [2, 3],
  slots: ({ dimension, surfaceVertexCount, edgeCount }: UnslottedWorld) =>
    surfaceVertexCount + (dimension === 3 ? edgeCount : 0),
  isOn,
  atStart: () => [],
  find: () => [FIND],
};
