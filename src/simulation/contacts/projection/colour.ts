import { type Colouring, DIGITS } from './scratch.ts';
import { NONE } from '../../../mesh/topology.ts';
import { CAPACITY, contactOfHit, contactOfQuery, contactOfSlot } from '../../capacities.ts';
import { raise, type Stage } from '../../stage.ts';
import { CONTACT, CONTACT_KINDS, COUNTERS, type State } from '../../state.ts';
import type { World } from '../../world.ts';

/**
 * Colours the contacts so that no two contacts of a colour share a vertex. Contacts are visited in the order of their priorities (a
 * hash of their ids). A contact's colour is 1 + the highest colour that its vertices' earlier contacts have, 0 if they have none. The
 * result equals that of the parallel kernels, whose round r gives colour r to each contact that has the smallest priority of all
 * uncoloured contacts at each of its vertices. Contacts whose colour exceeds the capacity are counted and not projected.
 * Source: Jones and Plassmann 1993, with the round's number instead of the lowest free colour.
 */
export const colour: Stage = {
  count: () => 1,
  run({ world, state, scratch }) {
    const { colouring } = scratch.project;
    const { contacts, contactOrder, counters } = state;
    if (colouring.priorities.length < contactOrder.length) colouring.priorities = new Uint32Array(contactOrder.length);
    const capacity = state.capacities[CAPACITY.colours];
    if (colouring.sizes.length !== capacity) {
      colouring.sizes = new Uint32Array(capacity);
      colouring.next = new Uint32Array(capacity);
    }
    const { sizes, priorities, places } = colouring;
    const queries = counters[COUNTERS.queries];
    const hits = counters[COUNTERS.contactsCcd];
    const dcd = listPriorities(priorities, world, state, contactOfQuery, queries, 0);
    const found = listPriorities(priorities, world, state, contactOfHit, hits, dcd);
    const count = listPriorities(priorities, world, state, contactOfSlot, world.slotCount, found);
    // `contactOrder` is not written yet, so its memory serves as the spare array.
    sortKeys(places, priorities, contactOrder, count);
    sizes.fill(0);
    let colours = 0;
    let coloured = 0;
    let levels = 0;
    for (let i = 0; i < count; i++) {
      const contact = contactOfPriority(priorities[i] | 0);
      const level = nextLevel(state, contact);
      levels = Math.max(levels, level + 1);
      contacts.u32[CONTACT.stride * contact + CONTACT.colour] = level < capacity ? level : NONE;
      if (level >= capacity) continue;
      sizes[level]++;
      coloured++;
      colours = Math.max(colours, level + 1);
    }
    counters[COUNTERS.contactsDcd] = dcd;
    counters[COUNTERS.colours] = colours;
    counters[COUNTERS.contactsUncoloured] = count - coloured;
    if (levels > capacity) raise(counters, COUNTERS.needs + CAPACITY.colours, levels);
    writeOffsets(colouring, state);
    fillOrder(colouring.next, world, state, contactOfQuery, queries);
    fillOrder(colouring.next, world, state, contactOfHit, hits);
    fillOrder(colouring.next, world, state, contactOfSlot, world.slotCount);
  },
};

/** Priority of a contact: an invertible hash, so that no two contacts share one. Source: the final mix of murmur3. */
export const priorityOfContact = (contact: number): number => mix(contact) >>> 0;

/** The hash as a signed integer, which V8 never boxes. */
function mix(contact: number): number {
  let h = contact;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}

/**
 * Returns the contact that has a priority: the inverse of the hash. Its factors are the inverses modulo 2^32 of the hash's, and an
 * xor-shift by 16 or more bits is its own inverse.
 */
export function contactOfPriority(priority: number): number {
  let h = priority;
  h = Math.imul(h ^ (h >>> 16), 0x7ed1b41d);
  h = Math.imul(h ^ (h >>> 13) ^ (h >>> 26), 0xa5cb9243);
  return (h ^ (h >>> 16)) >>> 0;
}

/** The id of the i-th contact of a kind: contactOfQuery, contactOfHit or contactOfSlot. */
type ContactOf = (world: World, i: number) => number;

/**
 * Writes the priorities of a kind's contacts 0 to `end` to `priorities` from `at` on, and clears the colours of their vertices.
 * @returns the index behind the last priority written
 */
function listPriorities(
  priorities: Uint32Array,
  world: World,
  { contacts, vertexColours }: State,
  idOf: ContactOf,
  end: number,
  at: number,
) {
  for (let i = 0; i < end; i++) {
    const contact = idOf(world, i);
    const c = CONTACT.stride * contact;
    if (contacts.u32[c + CONTACT.kind] === CONTACT_KINDS.none) continue;
    priorities[at++] = mix(contact);
    const count = contacts.u32[c + CONTACT.count];
    for (let k = 0; k < count; k++) vertexColours[contacts.u32[c + CONTACT.vertices + k]] = 0;
  }
  return at;
}

/** Colour of a contact: the highest of its vertices' entries in `vertexColours`, which hold 1 + the last colour at the vertex, or 0. */
function nextLevel({ contacts, vertexColours }: State, contact: number): number {
  const at = CONTACT.stride * contact;
  const count = contacts.u32[at + CONTACT.count];
  let level = 0;
  for (let k = 0; k < count; k++) level = Math.max(level, vertexColours[contacts.u32[at + CONTACT.vertices + k]]);
  for (let k = 0; k < count; k++) vertexColours[contacts.u32[at + CONTACT.vertices + k]] = level + 1;
  return level;
}

/** Turns the sizes of colours into offsets by a prefix sum. */
function writeOffsets({ sizes, next }: Colouring, { colourOffsets }: State): void {
  colourOffsets[0] = 0;
  for (let c = 0; c < sizes.length; c++) {
    next[c] = colourOffsets[c];
    colourOffsets[c + 1] = colourOffsets[c] + sizes[c];
  }
}

/** Lists a kind's contacts 0 to `end` in `contactOrder`, grouped by colour. */
function fillOrder(
  next: Uint32Array,
  world: World,
  { contacts, contactOrder }: State,
  idOf: ContactOf,
  end: number,
): void {
  for (let i = 0; i < end; i++) {
    const contact = idOf(world, i);
    const at = CONTACT.stride * contact;
    if (contacts.u32[at + CONTACT.kind] === CONTACT_KINDS.none) continue;
    const level = contacts.u32[at + CONTACT.colour];
    if (level !== NONE) contactOrder[next[level]++] = contact;
  }
}

const DIGIT_BITS = Math.log2(DIGITS);

/**
 * Sorts the first `count` keys by radix, least significant digit first. The built-in sort would allocate a subarray.
 * @param places DIGITS numbers, overwritten (Colouring.places)
 * @param spare as long as `keys`, overwritten
 */
export function sortKeys(places: Uint32Array, keys: Uint32Array, spare: Uint32Array, count: number): void {
  // Each iteration sorts by two digits, from `keys` to `spare` and back, so the result is in `keys`.
  for (let shift = 0; shift < 32; shift += 2 * DIGIT_BITS) {
    sortByDigit(places, keys, spare, count, shift);
    sortByDigit(places, spare, keys, count, shift + DIGIT_BITS);
  }
}

/** Stable counting sort by one digit. */
function sortByDigit(places: Uint32Array, from: Uint32Array, to: Uint32Array, count: number, shift: number): void {
  places.fill(0);
  for (let i = 0; i < count; i++) places[(from[i] >>> shift) & (DIGITS - 1)]++;
  let place = 0;
  for (let digit = 0; digit < DIGITS; digit++) {
    const size = places[digit];
    places[digit] = place;
    place += size;
  }
  for (let i = 0; i < count; i++) to[places[(from[i] >>> shift) & (DIGITS - 1)]++] = from[i];
}
