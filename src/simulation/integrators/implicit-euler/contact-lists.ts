import type { Context, Stage } from '../../program/stage.ts';
import { CONTACT, CONTACT_KINDS, CONTACT_VERTICES, COUNTERS, isDcd, SUM_CHUNK } from '../../state.ts';
import { contactAt, contactCount } from './contact-terms.ts';

const PHASES = [clear, count, allot, list, sort];

/**
 * Lists the contacts at each vertex. The entries of vertex v are contactEntries[contactRanges[2 v] .. contactRanges[2 v + 1]]. There is an entry
 * CONTACT_VERTICES c + k per contact with id c of which v is vertex k. Workers allot the ranges in any order, but each vertex's entries are
 * ascending. So a vertex adds up contact forces in the same order for any number of workers.
 */
export const listContacts: Stage = {
  phases: () => PHASES.length,
  count(context, phase) {
    const elements = phase === 1 || phase === 3 ? contactCount(context) : context.world.vertexCount;
    return Math.ceil(elements / SUM_CHUNK);
  },
  run(context, begin, end, phase) {
    const { world } = context;
    const last = phase === 1 || phase === 3 ? contactCount(context) : world.vertexCount;
    PHASES[phase](context, begin * SUM_CHUNK, Math.min(end * SUM_CHUNK, last));
  },
  chunk: 1,
};

/** Clears the ranges, and the number of entries allotted, which follows them. */
function clear({ world, state }: Context, begin: number, end: number): void {
  if (begin === 0) {
    state.counters[COUNTERS.contactsDcd] = 0;
    state.contactRanges[2 * world.vertexCount] = 0;
  }
  state.contactRanges.fill(0, 2 * begin, 2 * end);
}

/** Counts the contacts of vertex v in contactRanges[2 v + 1]. */
function count(context: Context, begin: number, end: number): void {
  const { world, state } = context;
  const { contacts, contactRanges } = state;
  let found = 0;
  for (let i = begin; i < end; i++) {
    const at = CONTACT.stride * contactAt(world, state, i);
    if (contacts.u32[at + CONTACT.kind] === CONTACT_KINDS.none) continue;
    if (isDcd(contacts.u32[at + CONTACT.kind])) found++;
    for (let k = 0; k < contacts.u32[at + CONTACT.count]; k++)
      Atomics.add(contactRanges, 2 * contacts.u32[at + CONTACT.vertices + k] + 1, 1);
  }
  if (found > 0) Atomics.add(state.counters, COUNTERS.contactsDcd, found);
}

/** Allots entries to each vertex. Its range is empty at first. */
function allot({ world, state }: Context, begin: number, end: number): void {
  const { contactRanges: ranges } = state;
  for (let v = begin; v < end; v++) {
    if (ranges[2 * v + 1] === 0) continue;
    const first = Atomics.add(ranges, 2 * world.vertexCount, ranges[2 * v + 1]);
    ranges[2 * v] = first;
    ranges[2 * v + 1] = first;
  }
}

/** Writes each entry behind its vertex's last one. */
function list(context: Context, begin: number, end: number): void {
  const { world, state } = context;
  const { contacts, contactRanges, contactEntries } = state;
  for (let i = begin; i < end; i++) {
    const contact = contactAt(world, state, i);
    const at = CONTACT.stride * contact;
    if (contacts.u32[at + CONTACT.kind] === CONTACT_KINDS.none) continue;
    for (let k = 0; k < contacts.u32[at + CONTACT.count]; k++) {
      const place = Atomics.add(contactRanges, 2 * contacts.u32[at + CONTACT.vertices + k] + 1, 1);
      contactEntries[place] = CONTACT_VERTICES * contact + k;
    }
  }
}

/** Sorts each vertex's entries by insertion: there are few. */
function sort({ state }: Context, begin: number, end: number): void {
  const { contactRanges: ranges, contactEntries: entries } = state;
  for (let v = begin; v < end; v++)
    for (let n = ranges[2 * v] + 1; n < ranges[2 * v + 1]; n++) {
      const entry = entries[n];
      let place = n;
      for (; place > ranges[2 * v] && entries[place - 1] > entry; place--) entries[place] = entries[place - 1];
      entries[place] = entry;
    }
}
