import { type Capacities, contactCapacity } from '../../capacities.ts';
import { type Dispatch, type Pass, type PreviousRun, WORKGROUP_SIZE } from '../../pass.ts';
import { COUNTERS } from '../../state.ts';
import type { World } from '../../world.ts';

/** Number of contacts per colour at the end of the last run. Only estimates for the next one: results don't depend on them, but good ones distribute the work well. */
export type ColourSizes = ArrayLike<number>;

/** Up to this number of contacts, one workgroup does all rounds of their colouring. */
const SMALL_COLOURING = 256;
/** Colours with at most this number of contacts are projected by one workgroup. */
const SMALL_COLOUR = 128;
/**
 * If the capacity for contacts exceeds LARGE_WORLD, a colouring gets at least LEAST_ROUNDS rounds of LEAST_THREADS threads, even if the
 * last run had few contacts or none. If this run then has 10^5 contacts, one workgroup alone would take so long that a watchdog
 * resets the device; these rounds first reduce the number of uncoloured contacts.
 */
const LARGE_WORLD = 2 ** 14;
const LEAST_ROUNDS = 16;
const LEAST_THREADS = 2 ** 12;
/**
 * Maximum number of rounds of a colouring, and of colours of a projection, that have dispatches of their own: a submission has memory
 * for some thousand different dispatches.
 */
const MOST_ROUNDS = 512;
/** A colouring gets as many rounds with own dispatches as the last one needed, plus this number; one workgroup does further rounds. */
const SPARE_ROUNDS = 8;
/** Number of threads for an estimated number of items: a quarter more, rounded up to whole workgroups, so that there are few different dispatches. */
const threadsFor = (guess: number): number => WORKGROUP_SIZE * Math.max(1, Math.ceil((1.25 * guess) / WORKGROUP_SIZE));

/**
 * Dispatches that colour the contacts of all sources; each round gives one colour.
 * @param sizes, slots estimates from the last run: contacts per colour, and contact ids in use, all of which each round scans
 */
export function colourDispatches(world: World, sizes: ColourSizes, slots: number, capacities: Capacities): Dispatch[] {
  const { colours } = capacities;
  const isLarge = contactCapacity(world, capacities) > LARGE_WORLD;
  const last = Array.from(sizes).findLastIndex((size) => size > 0);
  const all = Array.from(sizes).reduce((sum, size) => sum + size, 0);
  const guessed = all <= SMALL_COLOURING ? 0 : last + 1 + SPARE_ROUNDS;
  const rounds = Math.min(colours, MOST_ROUNDS, Math.max(isLarge ? LEAST_ROUNDS : 0, guessed));
  const count = threadsFor(Math.max(isLarge ? LEAST_THREADS : 0, slots));
  return [
    { kernel: 'colourClear', count: Math.max(world.vertexCount, colours + 1) },
    { kernel: 'colourList', count },
    ...Array.from({ length: rounds }, (_, argument): Dispatch[] => [
      { kernel: 'colourClaim', count },
      { kernel: 'colourWin', count, argument },
    ]).flat(),
    { kernel: 'colourRest', count: 1, argument: rounds },
    { kernel: 'colourOffsets', count: 1 },
    { kernel: 'colourOrder', count },
  ];
}

/** Dispatches of one sweep over the contacts: one for each colour up to the last large one (SMALL_COLOUR), then one workgroup for all further colours. */
export function contactDispatches(sizes: ColourSizes): Dispatch[] {
  const large = Math.min(MOST_ROUNDS, Array.from(sizes).findLastIndex((size) => size > SMALL_COLOUR) + 1);
  const dispatches = Array.from(
    { length: large },
    (_, colour): Dispatch => ({ kernel: 'contacts', count: threadsFor(sizes[colour]), colour }),
  );
  return [...dispatches, { kernel: 'contactsRest', count: 1, colour: large }];
}

/** Sizes of the colours at the end of the last run; empty before the first run. */
const lastSizes = (last: PreviousRun | undefined): ColourSizes => {
  const ends = last?.arrays.colourOffsets ?? new Uint32Array();
  return ends.subarray(1).map((end, colour) => end - ends[colour]);
};

const lastSlots = (world: World, last: PreviousRun | undefined): number =>
  world.slotCount + (last ? last.counters[COUNTERS.queries] + last.counters[COUNTERS.contactsCcd] : 0);

/** The pass that colours the contacts, so that those of one colour can be projected in parallel. It follows the passes of all sources. */
export const COLOUR: Pass = {
  name: 'colour',
  clock: 'projection',
  reads: ['contacts', 'counters'],
  writes: ['contacts', 'contactOrder', 'colourOffsets', 'vertexColours'],
  lengths: ['contactsDcd', 'contactsUncoloured', 'colours'],
  stages: [{ stage: 'colour' }],
  kernels: ({ world, capacities, last }) =>
    colourDispatches(world, lastSizes(last), lastSlots(world, last), capacities),
  recalls: ['colourOffsets'],
};

/** The pass that projects all contacts colour by colour, with friction. @param passes number of sweeps */
export const projectContacts = (passes: number): Pass => ({
  name: 'contacts',
  clock: 'projection',
  reads: [
    'positions',
    'positionsT0',
    'remainders',
    'inverseMasses',
    'contacts',
    'contactOrder',
    'colourOffsets',
    'counters',
  ],
  writes: ['positions', 'remainders', 'moments', 'contacts'],
  stages: [{ stage: 'contacts', argument: passes }],
  kernels: ({ last }) => {
    const sweep = contactDispatches(lastSizes(last));
    return Array.from({ length: passes }, () => sweep).flat();
  },
});
