import type { CapacityDefinition, CapacityTable } from './tables/capacity-definition.ts';
import { AIR_CAPACITIES } from './constraints/air/capacities.ts';
import { CCD_CAPACITIES, initialHits } from './contacts/ccd/capacities.ts';
import { REGION_CAPACITIES } from './contacts/regions/capacities.ts';
import { PROJECTION_CAPACITIES } from './contacts/projection/capacities.ts';
import { DETECTION_CAPACITIES, initialQueries } from './detect/capacities.ts';
import type { World } from './world/world.ts';

export { HITS_PER_EDGE, initialHits } from './contacts/ccd/capacities.ts';
export { INITIAL_COLOURS } from './contacts/projection/capacities.ts';
export { initialQueries, PAIRS_PER_POINT } from './detect/capacities.ts';

/** Capacity tables of all features. */
const TABLES = {
  ...DETECTION_CAPACITIES,
  ...CCD_CAPACITIES,
  ...PROJECTION_CAPACITIES,
  ...AIR_CAPACITIES,
  ...REGION_CAPACITIES,
} as const satisfies CapacityTable;

/**
 * Capacities of the lists whose lengths are only known while a step runs. If a step needs longer lists, the lists grow and the step
 * runs again. As long as no list overflows, results don't depend on the capacities.
 */
export type Capacities = { readonly [C in keyof typeof TABLES]: number };

const NAMES = Object.keys(TABLES) as (keyof Capacities)[];
/** Index of each capacity in `State.capacities`. */
export const CAPACITY = Object.fromEntries(NAMES.map((name, i) => [name, i])) as Capacities;
export const CAPACITY_COUNT = NAMES.length;

/** Returns the capacities at the start, which depend on the world's sizes. */
export const initialCapacities = (world: World): Capacities =>
  Object.fromEntries(NAMES.map((name) => [name, TABLES[name].initial(world)])) as Capacities;

/**
 * Number of entries that a contact point on an edge has in `State.pairs`; an entry is two words. The first entry is the point's only
 * pair: the body and the tetrahedron that contain it. The first word of the second entry holds the bits of the point's parameter along the
 * edge (QUERY.along).
 */
export const PLACES_PER_EDGE = 2;
/** Returns the index of a contact point's first entry in `State.pairs`; an entry is two words. */
export const pairPlace = ({ points }: World, pairsPerPoint: number, point: number): number =>
  pairsPerPoint * Math.min(point, points.firstEdge) + PLACES_PER_EDGE * Math.max(0, point - points.firstEdge);

/** Number of contact ids in a block. Ids beyond the initial capacities are dealt out in blocks, alternately to DCD and CCD contacts. */
export const CONTACT_BLOCK = 1024;

/**
 * Returns the contact id of a DCD query. Contacts are projected in the order of a hash of their ids, so ids mustn't change when lists
 * grow. Order of the ids: DCD contacts up to their initial capacity; CCD contacts up to theirs; the slots of contact sources that
 * reserve a fixed number; then blocks of CONTACT_BLOCK ids, alternately for further DCD and CCD contacts.
 */
export function contactOfQuery(world: World, query: number): number {
  const excess = query - initialQueries(world);
  return excess < 0 ? query : idBeyondCapacity(world, excess, 0);
}

/** Returns the contact id of a CCD hit. @param hit index of the hit in the list of all hits */
export function contactOfHit(world: World, hit: number): number {
  const excess = hit - initialHits(world);
  return excess < 0 ? initialQueries(world) + hit : idBeyondCapacity(world, excess, CONTACT_BLOCK);
}

/** Returns the contact id of a slot. Contact sources with a fixed number of contacts have slots (World.contactSlots). */
export const contactOfSlot = (world: World, slot: number): number => initialQueries(world) + initialHits(world) + slot;

/**
 * Returns the id of a contact beyond the initial capacity of its list.
 * @param excess index of the contact in its list, less the initial capacity    @param base 0 for DCD, CONTACT_BLOCK for CCD
 */
const idBeyondCapacity = (world: World, excess: number, base: number): number =>
  contactOfSlot(world, world.slotCount) + 2 * (excess - (excess % CONTACT_BLOCK)) + base + (excess % CONTACT_BLOCK);

/** Returns the upper bound (exclusive) of contact ids at these capacities. */
export function contactCapacity(world: World, { queries, hits }: Capacities): number {
  const excess = Math.max(0, queries - initialQueries(world), hits - initialHits(world));
  return contactOfSlot(world, world.slotCount) + 2 * CONTACT_BLOCK * Math.ceil(excess / CONTACT_BLOCK);
}

/** Returns the capacities past which lists don't grow; Infinity for those that memory alone limits. */
export const greatestCapacities = (world: World): Capacities =>
  Object.fromEntries(
    NAMES.map((name) => [name, (TABLES[name] as CapacityDefinition).most?.(world) ?? Infinity]),
  ) as Capacities;

/** Reads capacities from the words of `State.capacities`. */
export const readCapacities = (words: Uint32Array): Capacities =>
  Object.fromEntries(NAMES.map((name) => [name, words[CAPACITY[name]]])) as Capacities;

/** Returns capacities as the words of `State.capacities`. */
export const capacityWords = (capacities: Capacities): number[] => NAMES.map((name) => capacities[name]);

/**
 * Yields larger capacities. The caller tries one after another until memory suffices:
 * 1. every list that was too short becomes as long as needed, but at least twice as long as before, so that lists seldom grow;
 * 2. every list that was too short becomes exactly as long as needed;
 * 3. only one such list becomes exactly as long as needed, for each of these lists in turn.
 * No list becomes longer than it may.
 * @param needs length that each list needed, indexed by CAPACITY; 0 if the list was long enough
 * @param greatest capacities past which lists don't grow
 */
export function* largerCapacities(
  capacities: Capacities,
  needs: ArrayLike<number>,
  greatest: Capacities,
): Generator<Capacities> {
  const shortLists = NAMES.filter(
    (name) => needs[CAPACITY[name]] > capacities[name] && capacities[name] < greatest[name],
  );
  const enlarged = (names: readonly (keyof Capacities)[], minFactor: number): Capacities => {
    const sizes = names.map((name) => [
      name,
      Math.min(greatest[name], Math.max(minFactor * capacities[name], needs[CAPACITY[name]])),
    ]);
    return { ...capacities, ...Object.fromEntries(sizes) };
  };
  if (shortLists.length === 0) return;
  yield enlarged(shortLists, 2);
  yield enlarged(shortLists, 1);
  for (const name of shortLists) yield enlarged([name], 1);
}
