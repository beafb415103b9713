import type { CapacityTable } from './capacity-definition.ts';
import { CCD_CAPACITIES, initialHits } from './contacts/ccd/capacities.ts';
import { PROJECTION_CAPACITIES } from './contacts/projection/capacities.ts';
import { DETECTION_CAPACITIES, initialQueries } from './detect/capacities.ts';
import type { World } from './world.ts';

export { HITS_PER_EDGE, initialHits } from './contacts/ccd/capacities.ts';
export { COLOURS } from './contacts/projection/capacities.ts';
export { initialQueries, PAIRS_PER_POINT } from './detect/capacities.ts';

/** Capacity tables of all features. */
const TABLES = {
  ...DETECTION_CAPACITIES,
  ...CCD_CAPACITIES,
  ...PROJECTION_CAPACITIES,
} as const satisfies CapacityTable;

/**
 * Capacities of the lists whose lengths are only known while a step runs. If a step needs more, the lists grow and the step runs
 * again. Results don't depend on a capacity as long as every list has room.
 */
export type Capacities = { readonly [C in keyof typeof TABLES]: number };

const NAMES = Object.keys(TABLES) as (keyof Capacities)[];
/** Index of each capacity in `State.capacities`. */
export const CAPACITY = Object.fromEntries(NAMES.map((name, i) => [name, i])) as Capacities;
export const CAPACITY_COUNT = NAMES.length;

/** Capacities at the start, from the world's sizes. */
export const initialCapacities = (world: World): Capacities =>
  Object.fromEntries(NAMES.map((name) => [name, TABLES[name].initial(world)])) as Capacities;

/** Number of pairs of words that an edge's point takes in `pairs`: its only pair, then one whose first word has the bits of its parameter along the edge (QUERY.along). */
export const PLACES_PER_EDGE = 2;
/** Index of a point's first pair in `pairs`, counted in pairs of words. */
export const pairPlace = ({ points }: World, pairsPerPoint: number, point: number): number =>
  pairsPerPoint * Math.min(point, points.firstEdge) + PLACES_PER_EDGE * Math.max(0, point - points.firstEdge);

/** Size of a block of contact ids past the initial capacities; blocks of DCD and CCD contacts alternate. */
export const CONTACT_BLOCK = 1024;

/**
 * Contact id of a DCD query. Contacts are projected in the order of a hash of their ids, so ids mustn't change when lists grow.
 * Order of the ids: the initial capacity of DCD, that of CCD, the slots of sources with a fixed number of contacts, then
 * alternating blocks of DCD and CCD.
 */
export function contactOfQuery(world: World, query: number): number {
  const further = query - initialQueries(world);
  return further < 0 ? query : furtherContact(world, further, 0);
}

/** Contact id of a CCD hit. @param hit index of the hit in the list of all hits */
export function contactOfHit(world: World, hit: number): number {
  const further = hit - initialHits(world);
  return further < 0 ? initialQueries(world) + hit : furtherContact(world, further, CONTACT_BLOCK);
}

/** Contact id of a slot of a source with a fixed number of contacts (World.contactSlots). */
export const contactOfSlot = (world: World, slot: number): number => initialQueries(world) + initialHits(world) + slot;

const furtherContact = (world: World, further: number, base: number): number =>
  contactOfSlot(world, world.slotCount) + 2 * (further - (further % CONTACT_BLOCK)) + base + (further % CONTACT_BLOCK);

/** Upper bound of contact ids (exclusive) at these capacities. */
export function contactCapacity(world: World, { queries, hits }: Capacities): number {
  const further = Math.max(0, queries - initialQueries(world), hits - initialHits(world));
  return contactOfSlot(world, world.slotCount) + 2 * CONTACT_BLOCK * Math.ceil(further / CONTACT_BLOCK);
}

/** Reads capacities from the words of `State.capacities`. */
export const readCapacities = (words: Uint32Array): Capacities =>
  Object.fromEntries(NAMES.map((name) => [name, words[CAPACITY[name]]])) as Capacities;

export const capacityWords = (capacities: Capacities): number[] => NAMES.map((name) => capacities[name]);

/**
 * Yields larger capacities, which the caller tries in turn until there is memory for one of them: first each list that was too short
 * is at least doubled, so that lists seldom grow; then each is made exactly as long as needed; then one list at a time is.
 * @param needs length that each list needed, indexed by CAPACITY; 0 if it was long enough
 */
export function* largerCapacities(capacities: Capacities, needs: ArrayLike<number>): Generator<Capacities> {
  const lacking = NAMES.filter((name) => needs[CAPACITY[name]] > capacities[name]);
  const enlarged = (names: readonly (keyof Capacities)[], least: number): Capacities => {
    const sizes = names.map((name) => [name, Math.max(least * capacities[name], needs[CAPACITY[name]])]);
    return { ...capacities, ...Object.fromEntries(sizes) };
  };
  if (lacking.length === 0) return;
  yield enlarged(lacking, 2);
  yield enlarged(lacking, 1);
  for (const name of lacking) yield enlarged([name], 1);
}
