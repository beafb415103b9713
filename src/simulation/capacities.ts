import type { CapacityTable } from './capacity-definition.ts';
import { CCD_CAPACITIES, initialHits } from './contacts/ccd/capacities.ts';
import { PROJECTION_CAPACITIES } from './contacts/projection/capacities.ts';
import { DETECTION_CAPACITIES, initialQueries } from './detect/capacities.ts';
import type { World } from './world.ts';

export { HITS_PER_EDGE, initialHits } from './contacts/ccd/capacities.ts';
export { COLOURS } from './contacts/projection/capacities.ts';
export { initialQueries, PAIRS_PER_POINT } from './detect/capacities.ts';

/** Each feature's own. */
const TABLES = {
  ...DETECTION_CAPACITIES,
  ...CCD_CAPACITIES,
  ...PROJECTION_CAPACITIES,
} as const satisfies CapacityTable;

/**
 * Capacities of the lists whose lengths only a step finds out. A step that needs more is done again with larger lists. No
 * result depends on a capacity, as long as everything finds room.
 */
export type Capacities = { readonly [C in keyof typeof TABLES]: number };

const NAMES = Object.keys(TABLES) as (keyof Capacities)[];
/** Index of each capacity in `State.capacities`. */
export const CAPACITY = Object.fromEntries(NAMES.map((name, i) => [name, i])) as Capacities;
export const CAPACITY_COUNT = NAMES.length;

export const initialCapacities = (world: World): Capacities =>
  Object.fromEntries(NAMES.map((name) => [name, TABLES[name].initial(world)])) as Capacities;

/** Places that an edge's point takes among the pairs: its one pair, then the bits of where on the edge it lies (QUERY.along). */
export const PLACES_PER_EDGE = 2;
/** Index of a point's first pair in `pairs`, in pairs. An edge has one pair; the point's parameter on it stands in place of a second. */
export const pairPlace = ({ points }: World, pairsPerPoint: number, point: number): number =>
  pairsPerPoint * Math.min(point, points.firstEdge) + PLACES_PER_EDGE * Math.max(0, point - points.firstEdge);

/** Contacts past the initial capacities come in blocks, one of DCD and one of CCD in turn. */
export const CONTACT_BLOCK = 1024;

/**
 * Ids of contacts. Their order of projection is a hash of their ids, so these mustn't change when lists grow: first come the
 * initial capacity of DCD and that of CCD, then the places of sources that have a fixed number, then blocks of both in turn.
 */
export function contactOfQuery(world: World, query: number): number {
  const further = query - initialQueries(world);
  return further < 0 ? query : furtherContact(world, further, 0);
}

/** As contactOfQuery, for a hit of CCD by its place in the list of all. */
export function contactOfHit(world: World, hit: number): number {
  const further = hit - initialHits(world);
  return further < 0 ? initialQueries(world) + hit : furtherContact(world, further, CONTACT_BLOCK);
}

/** As contactOfQuery, for a place of a source that has a fixed number (World.contactSlots). */
export const contactOfSlot = (world: World, slot: number): number => initialQueries(world) + initialHits(world) + slot;

const furtherContact = (world: World, further: number, base: number): number =>
  contactOfSlot(world, world.slotCount) + 2 * (further - (further % CONTACT_BLOCK)) + base + (further % CONTACT_BLOCK);

/** Contacts' ids are less than this. */
export function contactCapacity(world: World, { queries, hits }: Capacities): number {
  const further = Math.max(0, queries - initialQueries(world), hits - initialHits(world));
  return contactOfSlot(world, world.slotCount) + 2 * CONTACT_BLOCK * Math.ceil(further / CONTACT_BLOCK);
}

/** From `State.capacities`. */
export const readCapacities = (words: Uint32Array): Capacities =>
  Object.fromEntries(NAMES.map((name) => [name, words[CAPACITY[name]]])) as Capacities;

export const capacityWords = (capacities: Capacities): number[] => NAMES.map((name) => capacities[name]);

/**
 * Capacities with room for what a step needed, to be tried in turn where memory is short: at least doubled, so that lists seldom
 * grow; then just as large as needed; then one list at a time.
 * @param needs by CAPACITY: 0 where all found room, else at least so much
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
