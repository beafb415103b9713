import { hasVolume, NONE } from '../../../mesh/topology.ts';
import { CAPACITY } from '../../capacities.ts';
import { type Context, raise } from '../../program/stage.ts';
import { COUNTERS, QUERY, type State } from '../../state.ts';
import { WATCH_STEPS } from '../../detect/watch.ts';
import type { World } from '../../world/world.ts';
import { REGION, WITHIN_PART } from './arrays.ts';
import { bodyOfElement, takeTurns } from './crowds.ts';
import { partAt } from './parts.ts';
import { cleared, type GroupScratch, type PartScratch, type RegionScratch } from './scratch.ts';

/** Share of a region's vertices whose paths lead the way that they face, above which the region counts as deep. */
const FACING_SHARE = 0.3;

/**
 * Groups queries by the pair of parts that they are between: a region each. Writes regionWords, regionQueries and queryRegions, and the counters
 * `regions` and `deepRegions`. A query whose point is in the part that contains it belongs to no region. Bodies that have been deep in one another for long
 * may have parts that hold one another, each where the other's direction leads; so all of their parts make one region for a while (mergesAt).
 * Before the call, queryRegions holds 1 for each query whose path leads the way that its vertex faces (markFacing in regions.ts).
 */
export function groupQueries(regions: RegionScratch, context: Context): void {
  const { world, state } = context;
  const { counters } = state;
  const found = countRegions(regions, context);
  const capacity = state.capacities[CAPACITY.regions];
  // A region past the capacity has no place in the table, so each of its queries has counted.
  if (found > capacity) raise(counters, COUNTERS.needs + CAPACITY.regions, Math.min(found, 2 * capacity));
  counters[COUNTERS.regions] = Math.min(found, capacity);
  counters[COUNTERS.deepRegions] = markDeep(state);
  takeTurns(regions.crowds, world, state);
  listQueries(regions, context);
  noteTimes(world, state);
}

/** Finds the regions, and counts their queries. @returns their number, those past the capacity included */
function countRegions({ groups, parts }: RegionScratch, context: Context): number {
  const { world, state } = context;
  const { counters, regionWords, queries } = state;
  const count = counters[COUNTERS.queries];
  const capacity = state.capacities[CAPACITY.regions];
  groups.regions = cleared(groups.regions, count);
  const places = 2 ** Math.ceil(Math.log2(4 * capacity));
  if (groups.table.length !== places) groups.table = new Uint32Array(places);
  groups.table.fill(NONE);
  let regions = 0;
  for (let q = 0; q < count; q++) {
    if (!hasParts(world, state, q)) continue;
    const own = partAt(parts, world, queries.u32[QUERY.stride * q + QUERY.source]);
    const other = containingPart(parts, world, state, q);
    if (own === other) continue;
    const isMerged = mergesAt(context, q);
    const first = isMerged ? firstOfBody(world, ownBody(world, state, q)) : parts.first[own];
    const last = isMerged ? firstOfBody(world, otherBody(state, q)) : parts.first[other];
    const place = placeOf(groups, regionWords, first, last);
    if (groups.table[place] === NONE) {
      const region = regions++;
      if (region >= capacity) continue;
      groups.table[place] = region;
      beginRegion(regionWords, REGION.stride * region, first, last);
    }
    groups.regions[q] = groups.table[place];
    countQuery(world, state, q, groups.table[place]);
  }
  return regions;
}

/** Decides which regions are deep, and where each one's queries are listed. @returns the number of deep ones */
function markDeep({ counters, regionWords }: State): number {
  let deepRegions = 0;
  let end = 0;
  for (let region = 0; region < counters[COUNTERS.regions]; region++) {
    const at = REGION.stride * region;
    const size = regionWords[at + REGION.end];
    regionWords[at + REGION.begin] = end;
    regionWords[at + REGION.end] = end;
    end += size;
    const isDeep =
      regionWords[at + REGION.inner] > 0 ||
      regionWords[at + REGION.facing] > FACING_SHARE * Math.max(1, regionWords[at + REGION.surface]);
    regionWords[at + REGION.isDeep] = Number(isDeep);
    deepRegions += Number(isDeep);
  }
  return deepRegions;
}

/** Lists each region's queries, and writes queryRegions. */
function listQueries({ groups, parts }: RegionScratch, context: Context): void {
  const { world, state } = context;
  const { counters, queries, queryRegions, regionQueries, regionWords } = state;
  for (let q = 0; q < counters[COUNTERS.queries]; q++) {
    const region = groups.regions[q];
    queryRegions[q] = region === NONE && hasParts(world, state, q) ? WITHIN_PART : NONE;
    if (region === NONE) continue;
    const at = REGION.stride * region;
    regionQueries[regionWords[at + REGION.end]++] = q;
    if (regionWords[at + REGION.isDeep] === 0) continue;
    const own = partAt(parts, world, queries.u32[QUERY.stride * q + QUERY.source]);
    const first = mergesAt(context, q) ? firstOfBody(world, ownBody(world, state, q)) : parts.first[own];
    queryRegions[q] = 2 * region + Number(first !== regionWords[at + REGION.partA]);
  }
}

/** Tests whether a query's point belongs to a body with elements: a sheet or a rope has no parts, and its points keep their paths. */
const hasParts = (world: World, state: State, q: number): boolean =>
  hasVolume(world.models[world.bodies[ownBody(world, state, q)].model].topology);

const ownBody = ({ points }: World, { queries: { u32 } }: State, q: number): number =>
  points.bodies[u32[QUERY.stride * q + QUERY.source]];
const otherBody = ({ queries: { u32 } }: State, q: number): number => u32[QUERY.stride * q + QUERY.body];
const firstOfBody = ({ bodies }: World, body: number): number => bodies[body].tetBase;

/** Time for which two bodies' regions part each along its own direction, and then for which all along the same one, and so on [s]. A choice. */
const MERGING_TIME = 0.3;
/** A body that has had no deep region for more steps than this begins anew: as many as all of its inner points are tested in. */
const LONGEST_BREAK = WATCH_STEPS;

/** Tests whether all queries between a query's two bodies make one region, since these have had deep regions for long. */
function mergesAt({ world, state, parameters }: Context, q: number): boolean {
  const own = ownBody(world, state, q);
  const other = otherBody(state, q);
  if (own === other) return false;
  const { deepTimes, counters } = state;
  const step = counters[COUNTERS.step];
  const since = Math.max(deepTimes[2 * own], deepTimes[2 * other]);
  const last = Math.min(deepTimes[2 * own + 1], deepTimes[2 * other + 1]);
  if (last === 0 || last + LONGEST_BREAK < step) return false;
  return Math.floor(((step - since) * parameters.timeStep) / MERGING_TIME) % 2 === 1;
}

/** Notes since when bodies have deep regions. */
function noteTimes({ bodies }: World, { counters, deepTimes, regionWords }: State): void {
  const step = counters[COUNTERS.step];
  for (let region = 0; region < counters[COUNTERS.regions]; region++) {
    const at = REGION.stride * region;
    if (regionWords[at + REGION.isDeep] === 0) continue;
    for (let k = REGION.partA; k <= REGION.partB; k++) {
      const times = 2 * bodyOfElement(bodies, regionWords[at + k]);
      if (deepTimes[times + 1] === 0 || deepTimes[times + 1] + LONGEST_BREAK < step) deepTimes[times] = step;
      deepTimes[times + 1] = step;
    }
  }
}

function containingPart(parts: PartScratch, { bodies }: World, { queries: { u32 } }: State, q: number): number {
  const at = QUERY.stride * q;
  return parts.numbers[bodies[u32[at + QUERY.body]].tetBase + u32[at + QUERY.tet]];
}

/** Returns the place in the hash table of the region between two parts, or the free place where it belongs. */
function placeOf({ table }: GroupScratch, regionWords: Uint32Array, own: number, other: number): number {
  const a = Math.min(own, other);
  const b = Math.max(own, other);
  const mask = table.length - 1;
  const hash = Math.imul(a, HASH_A) ^ Math.imul(b, HASH_B);
  // Ids of equal meshes differ by the same number of elements, which leaves the low bits alike.
  let place = (hash ^ (hash >>> 15)) & mask;
  for (; table[place] !== NONE; place = (place + 1) & mask) {
    const at = REGION.stride * table[place];
    if (regionWords[at + REGION.partA] === a && regionWords[at + REGION.partB] === b) break;
  }
  return place;
}
/** Odd multipliers of the hash of two parts. Source: Teschner et al. 2003, Optimized Spatial Hashing for Collision Detection of Deformable Objects. */
const HASH_A = 73856093;
const HASH_B = 19349663;

function beginRegion(words: Uint32Array, at: number, own: number, other: number): void {
  words.fill(0, at, at + REGION.stride);
  words[at + REGION.partA] = Math.min(own, other);
  words[at + REGION.partB] = Math.max(own, other);
}

/** Counts a query in its region. REGION.end holds the number of queries so far. */
function countQuery({ points }: World, { queries, queryRegions, regionWords }: State, q: number, region: number): void {
  const at = REGION.stride * region;
  const point = queries.u32[QUERY.stride * q + QUERY.source];
  regionWords[at + REGION.end]++;
  if (point < points.firstInner) {
    regionWords[at + REGION.surface]++;
    regionWords[at + REGION.facing] += queryRegions[q];
  } else if (point < points.firstEdge) regionWords[at + REGION.inner]++;
}
