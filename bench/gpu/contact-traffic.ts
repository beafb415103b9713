import { initialCapacities } from '../../src/simulation/capacities.ts';
import type { KernelName } from '../../src/gpu/kernels/kernels.ts';
import { COUNTERS, PATH } from '../../src/simulation/state.ts';
import { MOMENT } from './elastic-traffic.ts';
import { type Count, each, type StepsDone, VECTOR, WORD } from './traffic-parts.ts';

// Traffic of the kernels that make contacts of paths, and colour and project the contacts of all sources (shaders/contacts/paths and
// shaders/contacts/projection).

const contactsOf = ({ counters, steps }: StepsDone): number =>
  (counters[COUNTERS.contactsDcd] + counters[COUNTERS.contactsCcd]) / steps;

/** Number of contact slots that kernels look through: path queries, with or without a contact, and CCD contacts. */
const slotsOf = ({ counters, steps }: StepsDone): number =>
  (counters[COUNTERS.queries] + counters[COUNTERS.contactsCcd]) / steps;

/** Number of colourings; each lists the contacts once. */
const colouringsOf = ({ kernels }: StepsDone): number => kernels.get('colourList')?.dispatches ?? 0;

/** Vertices per contact: a surface vertex and a face, as all contacts are by default. */
const CONTACT_CORNERS = 4;
/** Bytes per vertex of a contact: id, weight, position and remainder (read and written), x0, inverse mass. */
const CONTACT_VERTEX = 2 * WORD + 4 * VECTOR + VECTOR + WORD;
/**
 * Bytes per contact: count, normal, offset, lambda and friction (read and written); its vertices, two of their moments; its place
 * in the order.
 */
const CONTACT_BYTES = (1 + 3 + 1 + 2 + 6) * WORD + CONTACT_CORNERS * CONTACT_VERTEX + 2 * MOMENT + WORD;
/**
 * Operations of an active contact: mobility and share of free weights 28, distance 42, lambda 3, impulse 4, slip 36, friction 33, and twice moving four
 * vertices 100 and their moments 18. Inactive contacts stop after the distance.
 */
const CONTACT_OPERATIONS = 382;

/** Threads per contact (src/gpu/dispatches.ts). */
const SPARE_THREADS = 1.25;

/**
 * Projection by colours with a dispatch of their own, then by one for the rest: work is split by the number of threads of the
 * first ones.
 */
const projections = (isRest: boolean): Count => {
  return (done) => {
    const all = contactsOf(done) * done.sweeps;
    const large = Math.min(all, (done.kernels.get('contacts')?.elements ?? 0) / SPARE_THREADS);
    const projected = isRest ? all - large : large;
    return { bytes: projected * CONTACT_BYTES, operations: projected * CONTACT_OPERATIONS };
  };
};

/**
 * A round of colouring. It reads each slot's colour. Contacts without a colour read count and ids, and read or write their bids
 * at least once each.
 */
const round: Count = (done, { dispatches }) => ({
  bytes: slotsOf(done) * dispatches * WORD + contactsOf(done) * colouringsOf(done) * (1 + 2 * CONTACT_CORNERS) * WORD,
  operations: 0,
});

/** Bytes of the offsets of all colours, each read and written once per dispatch. */
const offsets: Count = ({ world }, { dispatches }) => ({
  bytes: dispatches * initialCapacities(world).colours * 2 * WORD,
  operations: 0,
});

/**
 * A whole colouring by one workgroup. Per slot: kind read, colour written. Per contact, each once: colour read, number of vertices, their
 * ids and bids, place in the list read and written; bids are written, too. The offsets of colours.
 */
const fewContacts: Count = (done, work) => ({
  bytes:
    offsets(done, work).bytes +
    work.dispatches * (slotsOf(done) * 2 + contactsOf(done) * (1 + 1 + CONTACT_CORNERS * 3 + 2)) * WORD,
  operations: 0,
});

/** Corners of a contact by a distance field: a vertex, and an element's. */
const FIELD_CORNERS = 5;

/** Traffic per kernel of contacts, but those of CCD. */
export const CONTACT_TRAFFIC = {
  // Per path: three words of its query, a face and its positions; the contact's words, x0 of its vertices.
  pathContacts: ({ counters }) => ({
    bytes:
      counters[COUNTERS.queriesAsked] *
      ((PATH.stride + 3 + 3 + 2 * CONTACT_CORNERS + 8) * WORD + (3 + CONTACT_CORNERS) * VECTOR),
    operations: counters[COUNTERS.queriesAsked] * 83,
  }),
  // Per query: point and five words, an element's corners, their positions and distances; the contact's words.
  fieldContacts: ({ counters }) => ({
    bytes: counters[COUNTERS.queriesAsked] * ((5 + 8 + 2 * FIELD_CORNERS + 8) * WORD + 5 * VECTOR),
    operations: counters[COUNTERS.queriesAsked] * 110,
  }),
  colourClear: each(WORD, 0),
  colourFew: fewContacts,
  colourList: (done, { dispatches }) => ({ bytes: slotsOf(done) * dispatches * 2 * WORD, operations: 0 }),
  colourClaim: round,
  colourWin: round,
  // At least each slot's colour, to find the contacts without one; rounds of few contacts are not counted.
  colourRemaining: (done, { dispatches }) => ({ bytes: slotsOf(done) * dispatches * WORD, operations: 0 }),
  colourOffsets: offsets,
  colourOrder: (done, { dispatches }) => ({
    bytes: dispatches * (slotsOf(done) + 2 * contactsOf(done)) * WORD,
    operations: 0,
  }),
  contacts: projections(false),
  contactsRemaining: projections(true),
} as const satisfies Partial<Record<KernelName, Count>>;
