import { type Colouring, DIGITS } from './scratch.ts';
import { NONE } from '../../../mesh/topology.ts';
import { CAPACITY, contactOfHit, contactOfQuery, contactOfSlot } from '../../capacities.ts';
import { raise, type Stage } from '../../program/stage.ts';
import { CONTACT, CONTACT_KINDS, COUNTERS, type State } from '../../state.ts';
import type { World } from '../../world/world.ts';

/**
 * Colours the contacts so that no two contacts of a colour share a vertex. The projection can then move the contacts of one colour in
 * parallel (contacts.ts). Contacts are visited in the order of their priorities (a hash of their ids). A contact gets the colour 1 + the
 * highest colour among the contacts visited before that share a vertex with it, or 0 if there are none. Contacts that need more colours
 * than the capacity are counted and not projected.
 *
 * The GPU kernels (colour-*.wgsl) colour in parallel rounds and get the same result: round r gives colour r to each contact that has,
 * at each of its vertices, the smallest priority of all uncoloured contacts.
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
    const dcdAndCcd = listPriorities(priorities, world, state, contactOfHit, hits, dcd);
    const count = listPriorities(priorities, world, state, contactOfSlot, world.slotCount, dcdAndCcd);
    // `contactOrder` is not written yet, so its memory serves as the spare array.
    sortKeys(places, priorities, contactOrder, count);
    sizes.fill(0);
    let colours = 0;
    let coloured = 0;
    let neededColours = 0;
    for (let i = 0; i < count; i++) {
      const contact = contactOfPriority(priorities[i] | 0);
      const chosen = chooseColour(state, contact);
      neededColours = Math.max(neededColours, chosen + 1);
      contacts.u32[CONTACT.stride * contact + CONTACT.colour] = chosen < capacity ? chosen : NONE;
      if (chosen >= capacity) continue;
      sizes[chosen]++;
      coloured++;
      colours = Math.max(colours, chosen + 1);
    }
    counters[COUNTERS.contactsDcd] = dcd;
    counters[COUNTERS.colours] = colours;
    counters[COUNTERS.contactsUncoloured] = count - coloured;
    if (neededColours > capacity) raise(counters, COUNTERS.needs + CAPACITY.colours, neededColours);
    writeOffsets(colouring, state);
    fillOrder(colouring.next, world, state, contactOfQuery, queries);
    fillOrder(colouring.next, world, state, contactOfHit, hits);
    fillOrder(colouring.next, world, state, contactOfSlot, world.slotCount);
  },
};

/**
 * Returns the priority of a contact: an invertible hash of its id, so that no two contacts have the same priority. Source: the final mix of
 * murmur3.
 */
export const priorityOfContact = (contact: number): number => mix(contact) >>> 0;

/** Returns this hash as a signed integer, since V8 doesn't box signed integers. */
function mix(contact: number): number {
  let h = contact;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}

/**
 * Returns the id of the contact with a given priority: inverts the hash. The two factors are the inverses modulo 2^32 of the factors in
 * `mix`. An xor-shift by 16 bits is its own inverse; the inverse of that by 13 bits has a second term, a shift by 26.
 */
export function contactOfPriority(priority: number): number {
  let h = priority;
  h = Math.imul(h ^ (h >>> 16), 0x7ed1b41d);
  h = Math.imul(h ^ (h >>> 13) ^ (h >>> 26), 0xa5cb9243);
  return (h ^ (h >>> 16)) >>> 0;
}

/** Returns the id of the i-th contact of a list: contactOfQuery, contactOfHit or contactOfSlot. */
type ContactOf = (world: World, i: number) => number;

/**
 * Writes the priorities of the first `end` contacts of a list to `priorities`, from index `at` on. Clears the colours of the contacts'
 * vertices. Skips records without a contact.
 * @returns the index after the last priority written
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

/**
 * Returns the colour of a contact: the maximum of `vertexColours` over its vertices. An entry of `vertexColours` is 1 + the highest
 * colour so far of the contacts at a vertex, or 0 if there are none. The entries of the contact's vertices are updated.
 */
function chooseColour({ contacts, vertexColours }: State, contact: number): number {
  const at = CONTACT.stride * contact;
  const count = contacts.u32[at + CONTACT.count];
  let chosen = 0;
  for (let k = 0; k < count; k++) chosen = Math.max(chosen, vertexColours[contacts.u32[at + CONTACT.vertices + k]]);
  for (let k = 0; k < count; k++) vertexColours[contacts.u32[at + CONTACT.vertices + k]] = chosen + 1;
  return chosen;
}

/** Computes from the sizes of colours, by a prefix sum, the offset of each colour in `contactOrder`. */
function writeOffsets({ sizes, next }: Colouring, { colourOffsets }: State): void {
  colourOffsets[0] = 0;
  for (let c = 0; c < sizes.length; c++) {
    next[c] = colourOffsets[c];
    colourOffsets[c + 1] = colourOffsets[c] + sizes[c];
  }
}

/** Writes the first `end` contacts of a list to `contactOrder`, grouped by colour. */
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
    const chosen = contacts.u32[at + CONTACT.colour];
    if (chosen !== NONE) contactOrder[next[chosen]++] = contact;
  }
}

const DIGIT_BITS = Math.log2(DIGITS);

/**
 * Sorts the first `count` keys by radix sort, least significant digit first. The built-in sort would need a newly allocated subarray.
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

/** Sorts by one digit (stable counting sort). */
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
