import { type Capacities, contactCapacity } from '../../capacities.ts';
import { type Dispatch, type Pass, type Recalled, WORKGROUP_SIZE } from '../../pass.ts';
import { COUNTERS } from '../../state.ts';
import type { World } from '../../world.ts';

/** Contacts per colour as the host last knew them. Results don't depend on these numbers; good guesses distribute the work well. */
export type ColourSizes = ArrayLike<number>;

/** Number of contacts up to which one workgroup does all rounds of their colouring. */
const FEW = 256;
/** Number of contacts per colour up to which one workgroup does all projections. */
const SMALL_COLOUR = 128;
/**
 * Capacity for contacts from which a colouring gets at least LEAST_ROUNDS rounds of LEAST_THREADS threads, even if few or no contacts
 * are known. If 10^5 contacts came next, one workgroup alone would run until a watchdog resets the device; these rounds first reduce
 * their number.
 */
const LARGE_WORLD = 2 ** 14;
const LEAST_ROUNDS = 16;
const LEAST_THREADS = 2 ** 12;
/** Most rounds, or colours, with dispatches of their own: a submission has memory for some thousand different dispatches. */
const MOST_ROUNDS = 512;
/** Rounds beyond the last colouring's number before the rest is left to one workgroup. */
const SPARE_ROUNDS = 8;
/** Threads for a guessed number of items: a quarter more, in whole workgroups, so that there are few different dispatches. */
const threadsFor = (guess: number): number => WORKGROUP_SIZE * Math.max(1, Math.ceil((1.25 * guess) / WORKGROUP_SIZE));

/**
 * Dispatches that colour the contacts of all sources; each round gives one colour.
 * @param slots ids of contacts in use as the host last knew them, which each round scans
 */
export function colourDispatches(world: World, sizes: ColourSizes, slots: number, capacities: Capacities): Dispatch[] {
  const { colours } = capacities;
  const isLarge = contactCapacity(world, capacities) > LARGE_WORLD;
  const last = Array.from(sizes).findLastIndex((size) => size > 0);
  const all = Array.from(sizes).reduce((sum, size) => sum + size, 0);
  const guessed = all <= FEW ? 0 : last + 1 + SPARE_ROUNDS;
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

/** Dispatches of one sweep over the contacts: one per large colour; from the first small colour on, all in one workgroup. */
export function contactDispatches(sizes: ColourSizes): Dispatch[] {
  const large = Math.min(MOST_ROUNDS, Array.from(sizes).findLastIndex((size) => size > SMALL_COLOUR) + 1);
  const dispatches = Array.from(
    { length: large },
    (_, colour): Dispatch => ({ kernel: 'contacts', count: threadsFor(sizes[colour]), colour }),
  );
  return [...dispatches, { kernel: 'contactsRest', count: 1, colour: large }];
}

/** Sizes of the colours at the end of the last run; empty before the first run. */
const lastSizes = (last: Recalled | undefined): ColourSizes => {
  const ends = last?.arrays.colourOffsets ?? new Uint32Array();
  return ends.subarray(1).map((end, colour) => end - ends[colour]);
};

const lastSlots = (world: World, last: Recalled | undefined): number =>
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
