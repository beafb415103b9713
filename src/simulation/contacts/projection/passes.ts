import { type Capacities, contactCapacity } from '../../capacities.ts';
import {
  type Dispatch,
  type Pass,
  type Plan,
  LARGEST_WORKGROUP,
  type PreviousRun,
  WORKGROUP_SIZE,
} from '../../program/pass.ts';
import { COUNTERS } from '../../state.ts';
import type { World } from '../../world/world.ts';

/**
 * Number of contacts per colour at the end of this program's last run. The numbers only estimate the sizes in the next run: results
 * don't depend on them, but good estimates distribute the work well.
 */
export type ColourSizes = ArrayLike<number>;

/**
 * If at most this number of contacts have no colour yet, one workgroup (colour-remaining.wgsl) does all further rounds of their colouring: four
 * contacts per thread.
 */
const SMALL_COLOURING = 4 * LARGEST_WORKGROUP;
/** If a colour has at most this number of contacts, one workgroup (contacts-remaining.wgsl) projects them. */
const SMALL_COLOUR = 128;
/**
 * If the capacity for contacts exceeds LARGE_WORLD, a first run's colourings get LEAST_ROUNDS rounds of LEAST_THREADS threads. It may have
 * 10^5 contacts. One workgroup alone would then take so long that a watchdog resets the device. The rounds of many threads first reduce the
 * number of uncoloured contacts. From one step to the next, contacts don't grow that much.
 */
const LARGE_WORLD = 2 ** 14;
const LEAST_ROUNDS = 16;
const LEAST_THREADS = 2 ** 12;
/**
 * Maximum number of rounds of a colouring that have dispatches of their own, and the same for colours of a projection. The limit is
 * needed since a submission has memory for some thousand different dispatches.
 */
const MOST_ROUNDS = 512;
/** Estimates from the last run are multiplied by this, since contacts become more while bodies meet. */
const GROWTH = 1.25;
/**
 * Returns the number of threads for an estimated number of items, rounded up to whole workgroups. Rounding keeps the number of different
 * dispatches small.
 */
const threadsFor = (guess: number): number =>
  WORKGROUP_SIZE * Math.max(1, Math.ceil((GROWTH * guess) / WORKGROUP_SIZE));

/** Returns the number of rounds after which few enough contacts are left, by estimate, for one workgroup. */
function roundsOfMany(sizes: ColourSizes): number {
  let left = 0;
  for (let round = sizes.length; round > 0; round--) {
    left += GROWTH * sizes[round - 1];
    if (left > SMALL_COLOURING) return round;
  }
  return 0;
}

const isLargeWorld = (world: World, capacities: Capacities): boolean =>
  contactCapacity(world, capacities) > LARGE_WORLD;

/**
 * Returns the number of threads of a kernel over all contact records in use, each of whose threads processes several contacts if there are
 * more.
 * @param slots estimated number of records in use
 */
const threadsOverRecords = (world: World, slots: number, capacities: Capacities): number =>
  threadsFor(Math.max(isLargeWorld(world, capacities) ? LEAST_THREADS : 0, slots));

/** Does the same with the number of records at the end of the last run. */
export const recordThreads = ({ world, last, capacities }: Plan): number =>
  threadsOverRecords(world, lastSlots(world, last), capacities);

/**
 * Returns the dispatches that colour the contacts of all sources. Each round gives one colour to some of the contacts.
 * @param sizes estimated number of contacts per colour, from the last run; empty if there was none
 * @param slots estimated number of contact records in use, from the last run; each round scans all of them
 */
export function colourDispatches(world: World, sizes: ColourSizes, slots: number, capacities: Capacities): Dispatch[] {
  const { colours } = capacities;
  const isLarge = isLargeWorld(world, capacities);
  const mayBeMany = isLarge && sizes.length === 0;
  const rounds = Math.min(colours, MOST_ROUNDS, Math.max(mayBeMany ? LEAST_ROUNDS : 0, roundsOfMany(sizes)));
  if (rounds === 0 && GROWTH * slots <= SMALL_COLOURING) return [{ kernel: 'colourFew', count: 1 }];
  const count = threadsOverRecords(world, slots, capacities);
  return [
    { kernel: 'colourClear', count: Math.max(world.vertexCount, colours + 1) },
    { kernel: 'colourList', count },
    ...Array.from({ length: rounds }, (_, argument): Dispatch[] => [
      { kernel: 'colourClaim', count },
      { kernel: 'colourWin', count, argument },
    ]).flat(),
    { kernel: 'colourRemaining', count: 1, argument: rounds },
    { kernel: 'colourOffsets', count: 1 },
    { kernel: 'colourOrder', count },
  ];
}

/**
 * Returns the dispatches of one sweep over the contacts: one dispatch per colour with more than SMALL_COLOUR contacts, and one workgroup for
 * the colours between two of these, and for all colours after the last one.
 */
export function contactDispatches(sizes: ColourSizes): Dispatch[] {
  const dispatches: Dispatch[] = [];
  let next = 0;
  for (let colour = 0; colour < Math.min(MOST_ROUNDS, sizes.length); colour++) {
    if (sizes[colour] <= SMALL_COLOUR) continue;
    if (colour > next)
      dispatches.push({ kernel: 'contactsRemaining', count: 1, colour: next, colourCount: colour - next });
    dispatches.push({ kernel: 'contacts', count: threadsFor(sizes[colour]), colour });
    next = colour + 1;
  }
  return [...dispatches, { kernel: 'contactsRemaining', count: 1, colour: next }];
}

/** Returns the number of contacts per colour at the end of the last run; empty before the first run. */
const lastSizes = (last: PreviousRun | undefined): ColourSizes => {
  const ends = last?.arrays.colourOffsets ?? new Uint32Array();
  return ends.subarray(1).map((end, colour) => end - ends[colour]);
};

/** Returns the number of contact records in use at the end of the last run. */
const lastSlots = (world: World, last: PreviousRun | undefined): number =>
  world.slotCount + (last ? last.counters[COUNTERS.queries] + last.counters[COUNTERS.contactsCcd] : 0);

/**
 * The pass that colours the contacts, so that contacts of one colour can be projected in parallel. It runs after the passes of all contact
 * sources.
 */
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

/** Makes the pass that projects all contacts colour by colour, with friction. @param passes number of sweeps over all contacts */
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
