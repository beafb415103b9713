import { NONE } from '../../mesh/topology.ts';
import { sortKeys } from './sort-keys.ts';
import type { Stage } from '../stage.ts';
import { CONTACT, CONTACT_KINDS, COUNTERS, hitCapacity, MAX_COLOURS, queryCapacity, type State } from '../state.ts';

/**
 * Gives the contacts colours, so that no two of one colour share a vertex. Visited in the order of their
 * priorities (a hash of their ids), a contact's colour is one above the last of its vertices'. These are the
 * rounds of the parallel twin, in which a contact is coloured once its priority is the least left at all its
 * vertices. Contacts past MAX_COLOURS are counted and left out.
 * Source: Jones and Plassmann 1993, with the round in place of the lowest free colour.
 */
export const colour: Stage = {
  count: () => 1,
  run({ world, state }) {
    const { contacts, contactOrder, counters } = state;
    if (priorities.length < contactOrder.length) priorities = new Uint32Array(contactOrder.length);
    const firstHit = queryCapacity(world);
    const dcd = listPriorities(state, 0, Math.min(counters[COUNTERS.queries], firstHit), 0);
    const hits = Math.min(counters[COUNTERS.contactsCcd], hitCapacity(world));
    const count = listPriorities(state, firstHit, firstHit + hits, dcd);
    // The order's memory is free until it is written.
    sortKeys(priorities, contactOrder, count);
    sizes.fill(0);
    let colours = 0;
    let coloured = 0;
    for (let i = 0; i < count; i++) {
      const contact = contactOfPriority(priorities[i] | 0);
      const level = nextLevel(state, contact);
      contacts.u32[CONTACT.stride * contact + CONTACT.colour] = level < MAX_COLOURS ? level : NONE;
      if (level >= MAX_COLOURS) continue;
      sizes[level]++;
      coloured++;
      colours = Math.max(colours, level + 1);
    }
    counters[COUNTERS.contactsDcd] = dcd;
    counters[COUNTERS.colours] = colours;
    counters[COUNTERS.contactsUncoloured] = count - coloured;
    writeOffsets(state);
    fillOrder(state, 0, counters[COUNTERS.queries]);
    fillOrder(state, firstHit, firstHit + hits);
  },
};

/** Of each colour its contacts, and where its next one goes in the order. One a worker, so that a step allocates nothing. */
const sizes = new Uint32Array(MAX_COLOURS);
const next = new Uint32Array(MAX_COLOURS);
/** The contacts' priorities. */
let priorities = new Uint32Array();

/** A hash that gives every contact its own priority: each step can be undone. Source: murmur3's last mix. */
export const priorityOfContact = (contact: number): number => mix(contact) >>> 0;

/** Its bits as a signed number, which V8 never boxes. */
function mix(contact: number): number {
  let h = contact;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}

/** Its inverse: the factors are the inverses modulo 2^32, and shifts past half the word undo themselves. */
export function contactOfPriority(priority: number): number {
  let h = priority;
  h = Math.imul(h ^ (h >>> 16), 0x7ed1b41d);
  h = Math.imul(h ^ (h >>> 13) ^ (h >>> 26), 0xa5cb9243);
  return (h ^ (h >>> 16)) >>> 0;
}

/** Writes the contacts' priorities from `at` on, forgets their vertices' colours. @returns where it ended */
function listPriorities({ contacts, vertexColours }: State, first: number, last: number, at: number) {
  for (let contact = first; contact < last; contact++) {
    const c = CONTACT.stride * contact;
    if (contacts.u32[c + CONTACT.kind] === CONTACT_KINDS.none) continue;
    priorities[at++] = mix(contact);
    const count = contacts.u32[c + CONTACT.count];
    for (let k = 0; k < count; k++) vertexColours[contacts.u32[c + CONTACT.v0 + k]] = 0;
  }
  return at;
}

/** One above the levels of the contact's vertices so far; `vertexColours` holds 1 + a vertex's last level. */
function nextLevel({ contacts, vertexColours }: State, contact: number): number {
  const at = CONTACT.stride * contact;
  const count = contacts.u32[at + CONTACT.count];
  let level = 0;
  for (let k = 0; k < count; k++) level = Math.max(level, vertexColours[contacts.u32[at + CONTACT.v0 + k]]);
  for (let k = 0; k < count; k++) vertexColours[contacts.u32[at + CONTACT.v0 + k]] = level + 1;
  return level;
}

function writeOffsets({ colourOffsets }: State): void {
  colourOffsets[0] = 0;
  for (let c = 0; c < MAX_COLOURS; c++) {
    next[c] = colourOffsets[c];
    colourOffsets[c + 1] = colourOffsets[c] + sizes[c];
  }
}

function fillOrder({ contacts, contactOrder }: State, first: number, last: number): void {
  for (let contact = first; contact < last; contact++) {
    const at = CONTACT.stride * contact;
    if (contacts.u32[at + CONTACT.kind] === CONTACT_KINDS.none) continue;
    const level = contacts.u32[at + CONTACT.colour];
    if (level !== NONE) contactOrder[next[level]++] = contact;
  }
}
