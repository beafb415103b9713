import { type Capacities, contactCapacity } from '../../capacities.ts';
import { type Dispatch, type Pass, type Recalled, WORKGROUP_SIZE } from '../../pass.ts';
import { COUNTERS } from '../../state.ts';
import type { World } from '../../world.ts';

/** Contacts of each colour as the host last knew them. Whatever they are, results are the same; good guesses spread the work well. */
export type ColourSizes = ArrayLike<number>;

/** Contacts up to which all rounds of their colouring, and colours up to which all projections run in one workgroup. */
const FEW = 256;
const SMALL_COLOUR = 128;
/**
 * Room for contacts from which on few contacts, or none that are known of, mayn't be taken for few the next time: if they were 10^5,
 * one workgroup would be at them until a watchdog ends the device. So many rounds of so many threads bring them down first.
 */
const LARGE_WORLD = 2 ** 14;
const LEAST_ROUNDS = 16;
const LEAST_THREADS = 2 ** 12;
/** Rounds and colours that get dispatches of their own, at most: a submission has room for some thousand different ones. */
const MOST_ROUNDS = 512;
/** Rounds that a colouring may take more than the last one before its rest is left to one workgroup. */
const SPARE_ROUNDS = 8;
/** Threads for a guessed number: a quarter more than there were, in whole workgroups, so that there are few different dispatches. */
const threadsFor = (guess: number): number => WORKGROUP_SIZE * Math.max(1, Math.ceil((1.25 * guess) / WORKGROUP_SIZE));

/**
 * Colours the contacts of all sources; a round gives one colour.
 * @param slots places of contacts as the host last knew them: what rounds look through
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

/** One sweep over the contacts: large colours by a dispatch each, from the first small one on all in one workgroup. */
export function contactDispatches(sizes: ColourSizes): Dispatch[] {
  const large = Math.min(MOST_ROUNDS, Array.from(sizes).findLastIndex((size) => size > SMALL_COLOUR) + 1);
  const dispatches = Array.from(
    { length: large },
    (_, colour): Dispatch => ({ kernel: 'contacts', count: threadsFor(sizes[colour]), colour }),
  );
  return [...dispatches, { kernel: 'contactsRest', count: 1, colour: large }];
}

/** Sizes of the colours at the end of the last run; none are known before the first. */
const lastSizes = (last: Recalled | undefined): ColourSizes => {
  const ends = last?.arrays.colourOffsets ?? new Uint32Array();
  return ends.subarray(1).map((end, colour) => end - ends[colour]);
};

const lastSlots = (world: World, last: Recalled | undefined): number =>
  world.slotCount + (last ? last.counters[COUNTERS.queries] + last.counters[COUNTERS.contactsCcd] : 0);

/** Gives all contacts colours, in which they can be projected at once. Behind every source. */
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

/** Projects all contacts, colour by colour, with friction. @param passes how many times */
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
