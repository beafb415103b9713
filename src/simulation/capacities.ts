import type { World } from './world.ts';

/**
 * Capacities of the lists whose lengths only a step finds out. A step that needs more is done again with larger lists. No
 * result depends on a capacity, as long as everything finds room.
 */
export interface Capacities {
  /** Tetrahedra that a vertex or a centroid may lie in at once. */
  readonly pairsPerPoint: number;
  /** Shortest paths per detection. */
  readonly queries: number;
  /** Contacts of CCD per detection. */
  readonly hits: number;
  /**
   * Hits that CCD keeps per edge. Of two edges only one searches, so that with its earliest hit alone a pair would be lost to
   * any earlier one.
   */
  readonly hitsPerEdge: number;
  /** Sequential rounds of the contact projection. */
  readonly colours: number;
}

/** Index of each capacity in `State.capacities`. */
export const CAPACITY = { pairsPerPoint: 0, queries: 1, hits: 2, hitsPerEdge: 3, colours: 4 } as const;
const NAMES = Object.keys(CAPACITY) as (keyof Capacities)[];
export const CAPACITY_COUNT = NAMES.length;

/** Eight octopi fallen at 25 m/s need more than 4 here and there. */
export const PAIRS_PER_POINT = 8;
export const HITS_PER_EDGE = 4;
/** Initial capacity: hundreds of points stand on one face where tentacles are pressed into a ball. */
export const COLOURS = 512;
/** Least capacity for queries, and for hits, in small scenes: a body pressed flat hits itself with its every vertex and edge. */
const LEAST_QUERIES = 1024;
const LEAST_HITS = 8192;

/** Capacity at the start: one query per point, two contacts of CCD per surface vertex, with a floor. */
export const initialQueries = ({ points }: World): number => Math.max(LEAST_QUERIES, points.count);
export const initialHits = (world: World): number => Math.max(LEAST_HITS, 2 * world.surfaceVertexCount);

export const initialCapacities = (world: World): Capacities => ({
  pairsPerPoint: PAIRS_PER_POINT,
  queries: initialQueries(world),
  hits: initialHits(world),
  hitsPerEdge: HITS_PER_EDGE,
  colours: COLOURS,
});

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
  Object.fromEntries(NAMES.map((name) => [name, words[CAPACITY[name]]])) as unknown as Capacities;

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
