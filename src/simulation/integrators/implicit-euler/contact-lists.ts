import type { Context, Stage } from '../../program/stage.ts';
import { CONTACT, CONTACT_KINDS, CONTACT_VERTICES, COUNTERS, SUM_CHUNK } from '../../state.ts';
import { contactAt, contactCount } from './contact-terms.ts';

const PHASES = [clear, count, addUp, list, sort];

/**
 * Lists the contacts at each vertex: contactEntries[contactOffsets[v] .. contactOffsets[v + 1]] has an entry CONTACT_VERTICES i + k per contact
 * i (contact-terms.ts) of which v is vertex k, ascending. So a vertex adds up contact forces in the same order for any number of workers.
 */
export const listContacts: Stage = {
  phases: () => PHASES.length,
  count(context, phase) {
    if (phase === 2) return 1;
    const elements = phase === 1 || phase === 3 ? contactCount(context) : context.world.vertexCount + 1;
    return Math.ceil(elements / SUM_CHUNK);
  },
  run(context, begin, end, phase) {
    PHASES[phase](context, begin * SUM_CHUNK, end * SUM_CHUNK);
  },
  chunk: 1,
};

function clear({ world, state }: Context, begin: number, end: number): void {
  if (begin === 0) state.counters[COUNTERS.contactsDcd] = 0;
  state.contactOffsets.fill(0, begin, Math.min(end, world.vertexCount + 1));
}

/** Counts the contacts of vertex v in contactOffsets[v]. */
function count(context: Context, begin: number, end: number): void {
  const { world, state } = context;
  const { contacts, contactOffsets } = state;
  let found = 0;
  for (let i = begin; i < Math.min(end, contactCount(context)); i++) {
    const at = CONTACT.stride * contactAt(world, state, i);
    if (contacts.u32[at + CONTACT.kind] === CONTACT_KINDS.none) continue;
    if (contacts.u32[at + CONTACT.kind] === CONTACT_KINDS.dcd) found++;
    for (let k = 0; k < contacts.u32[at + CONTACT.count]; k++)
      Atomics.add(contactOffsets, contacts.u32[at + CONTACT.vertices + k], 1);
  }
  if (found > 0) Atomics.add(state.counters, COUNTERS.contactsDcd, found);
}

/** Turns counts into the ends of the vertices' entries. */
function addUp({ world, state }: Context): void {
  const { contactOffsets } = state;
  for (let v = 0; v < world.vertexCount; v++) contactOffsets[v + 1] += contactOffsets[v];
}

/** Writes each entry at the end of its vertex's free places: afterwards contactOffsets[v] is the beginning of the entries of v. */
function list(context: Context, begin: number, end: number): void {
  const { world, state } = context;
  const { contacts, contactOffsets, contactEntries } = state;
  for (let i = begin; i < Math.min(end, contactCount(context)); i++) {
    const at = CONTACT.stride * contactAt(world, state, i);
    if (contacts.u32[at + CONTACT.kind] === CONTACT_KINDS.none) continue;
    for (let k = 0; k < contacts.u32[at + CONTACT.count]; k++) {
      const place = Atomics.sub(contactOffsets, contacts.u32[at + CONTACT.vertices + k], 1) - 1;
      contactEntries[place] = CONTACT_VERTICES * i + k;
    }
  }
}

/** Sorts each vertex's entries by insertion: there are few. */
function sort({ world, state }: Context, begin: number, end: number): void {
  const { contactOffsets: offsets, contactEntries: entries } = state;
  for (let v = begin; v < Math.min(end, world.vertexCount); v++)
    for (let n = offsets[v] + 1; n < offsets[v + 1]; n++) {
      const entry = entries[n];
      let place = n;
      for (; place > offsets[v] && entries[place - 1] > entry; place--) entries[place] = entries[place - 1];
      entries[place] = entry;
    }
}
