import { NONE } from '../../../mesh/topology.ts';
import type { Context } from '../../program/stage.ts';
import { COUNTERS, PATH, PATH_OVERFLOW, QUERY } from '../../state.ts';
import { sumFan } from '../../world/vector-area.ts';
import { REGION, REGION_NUMBERS, signOf } from './arrays.ts';
import { MOST_AT_ONCE } from '../../detect/deep-pairs.ts';
import { bodyOfElement, leadApart } from './crowds.ts';
import { FIXED } from './fixed-directions.ts';
import { deepSpeed } from './parting.ts';
import { leave } from './ray-exit.ts';
import { roomOf } from './room.ts';
import type { RegionScratch } from './scratch.ts';

/**
 * Chooses the direction along which the two parts of a deep region leave one another: part A along it, part B against it.
 *
 * The cost of a direction is the longest way that a point has to go along it through the elements of the body that it lies in, to that body's boundary;
 * up to SAMPLES of the region's points are looked at. What colliders forbid costs more (room.ts). Candidates are the direction in which the
 * region's vertices left in the last steps, which is kept unless another one is cheaper by KEEPING_SHARE; in a crowd the direction between the bodies' middles; the gradient
 * of the shared volume; the mean of the shortest paths; and 26 fixed directions. At equal cost the first one is taken, so that bodies in one place part by their numbers.
 *
 * This is a heuristic: each shortest path is right for its own point, but where bodies are deep in one another the paths of a part lead to all sides,
 * and pull it together with the other one.
 */

// All constants of this file are choices, found by trials (docs/recovery.md).

/** Number of a region's points whose ways out are measured. */
const SAMPLES = 48;
/** A direction replaces the one of the last steps if it costs less than this share of it. */
const KEEPING_SHARE = 0.7;
/** Number of steps after which other directions than that of the last steps are tried again. */
const SEARCH_INTERVAL = 8;
/**
 * Number of steps, since a body is deep in itself, in which other directions are tried each time. Its parts join and divide then, so that the direction that they
 * remember was another pair's. Without this a noodle of 110,000 tetrahedra keeps 5.6 % of its penetrating vertices after ten steps, with it 0.1 % (one run each). Trying
 * for ever shakes what is pressed for long: flattened-ball came to rest 4.9 % off its rest shape, not 1.1 %.
 */
const EARLY_STEPS = 16;
/**
 * Number of steps for which a vertex remembers the direction in which it left, since it may have no path in some step. Where its body has n regions, which take
 * turns, it remembers n times as long.
 */
const MEMORY_STEPS = 3;
/** The remembered directions of a region's vertices count if their mean is at least this long: else they contradict one another. */
const LEAST_AGREEMENT = 0.3;
/** A direction must cost less than this share of the best one before it, so that rounding decides nothing. */
const CHEAPER = 0.999;
/** What colliders forbid of a way counts so many times. */
const FORBIDDEN_WEIGHT = 10;

/** Chooses the direction of a region, and writes it to regionNumbers. A region without a way out is no longer deep. */
export function chooseDirection(regions: RegionScratch, context: Context, region: number): void {
  const { world, state, parameters } = context;
  const { candidates, ways } = regions;
  const { regionWords, regionNumbers } = state;
  const a = bodyOfElement(world.bodies, regionWords[REGION.stride * region + REGION.partA]);
  const b = bodyOfElement(world.bodies, regionWords[REGION.stride * region + REGION.partB]);
  const crowd = regionNumbers[REGION_NUMBERS.stride * region + REGION_NUMBERS.crowd];
  regions.isWithin = a === b;
  let count = remembered(regions, context, region) ? 1 : 0;
  const isEarly = regions.isWithin && state.counters[COUNTERS.step] < state.deepTimes[2 * a] + EARLY_STEPS;
  let best = -1;
  let bestCost = Infinity;
  if (count > 0) {
    best = 0;
    bestCost = costOf(regions, context, region, 0, Infinity);
  }
  if (best < 0 || isEarly || searchesNow(a + b + state.counters[COUNTERS.step], crowd) || bestCost === Infinity) {
    const kept = bestCost;
    const apart =
      crowd > 1 && leadApart(candidates, 3 * count, context, region) && normalise(candidates, 3 * count) ? count++ : -1;
    count = gather(regions, context, region, count);
    let least = KEEPING_SHARE * bestCost;
    for (let c = best + 1; c < count; c++) {
      const share = c === apart ? CROWD_SHARE : 1;
      const cost = share * costOf(regions, context, region, c, least / share);
      if (cost >= CHEAPER * least) continue;
      least = cost;
      best = c;
    }
    bestCost = best === 0 && kept < Infinity ? kept : least;
  }
  const at = REGION_NUMBERS.stride * region;
  if (best < 0 || bestCost === Infinity) {
    regionWords[REGION.stride * region + REGION.isDeep] = 0;
    return;
  }
  for (let k = 0; k < 3; k++) regionNumbers[at + REGION_NUMBERS.direction + k] = candidates[3 * best + k];
  const slowing = regionNumbers[at + REGION_NUMBERS.slowing];
  regionNumbers[at + REGION_NUMBERS.speed] = deepSpeed(world, parameters, ways[best], slowing, a, b);
}

/**
 * Tests whether a region looks for another direction in this step: every SEARCH_INTERVAL-th one, not all regions in the same one. In a crowd, in one of its turns
 * (detect/deep-pairs.ts) about as often.
 */
const searchesNow = (turn: number, crowd: number): boolean =>
  crowd > MOST_AT_ONCE
    ? turn % crowd === 0 && Math.floor(turn / crowd) % Math.ceil(SEARCH_INTERVAL / crowd) === 0
    : turn % SEARCH_INTERVAL === 0;

/** In a crowd, the direction from one body's middle to the other's counts as so much cheaper: along it, all pairs of the crowd can part at once. */
const CROWD_SHARE = 0.7;

/** Puts the direction in which the region's vertices left in the last steps first among the candidates. @returns whether there is one */
function remembered({ candidates }: RegionScratch, { world, state }: Context, region: number): boolean {
  const { regionWords, regionNumbers, regionQueries, queryRegions, lastDirections, lastLeft, queries, counters } =
    state;
  const at = REGION.stride * region;
  candidates.fill(0, 0, 3);
  const memory = MEMORY_STEPS * Math.max(1, regionNumbers[REGION_NUMBERS.stride * region + REGION_NUMBERS.slowing]);
  let known = 0;
  for (let i = regionWords[at + REGION.begin]; i < regionWords[at + REGION.end]; i++) {
    const q = regionQueries[i];
    const point = queries.u32[QUERY.stride * q + QUERY.source];
    if (point >= world.points.firstInner) continue;
    if (lastLeft[2 * point] !== 1 + queries.u32[QUERY.stride * q + QUERY.body]) continue;
    if (lastLeft[2 * point + 1] + memory < counters[COUNTERS.step]) continue;
    const sign = signOf(queryRegions[q]);
    for (let k = 0; k < 3; k++) candidates[k] += sign * lastDirections[3 * point + k];
    known++;
  }
  return known > 0 && lengthOf(candidates, 0) > LEAST_AGREEMENT * known && normalise(candidates, 0);
}

/** Adds all other candidates to the first `count`. @returns their number */
function gather(regions: RegionScratch, { world, state }: Context, region: number, count: number): number {
  const { candidates, fan } = regions;
  const { regionWords, regionQueries, queryRegions, queries, paths } = state;
  const at = REGION.stride * region;
  const gradient = 3 * count;
  const mean = gradient + 3;
  candidates.fill(0, gradient, gradient + 6);
  let area = 0;
  for (let i = regionWords[at + REGION.begin]; i < regionWords[at + REGION.end]; i++) {
    const q = regionQueries[i];
    const query = QUERY.stride * q;
    const point = queries.u32[query + QUERY.source];
    const sign = signOf(queryRegions[q]);
    if (point < world.points.firstInner) {
      sumFan(fan, world, state.positions, point);
      area += lengthOf(fan, 0);
      for (let k = 0; k < 3; k++) candidates[gradient + k] -= sign * fan[k];
    }
    const face = paths.u32[PATH.stride * q + PATH.face];
    if (face === NONE || face === PATH_OVERFLOW) continue;
    for (let k = 0; k < 3; k++)
      candidates[mean + k] +=
        sign * (paths.f32[PATH.stride * q + PATH.point + k] - queries.f32[query + QUERY.point + k]);
  }
  let next = count;
  if (lengthOf(candidates, gradient) > LEAST_AREA * area && normalise(candidates, gradient)) next++;
  if (normalise(candidates, mean)) {
    candidates.copyWithin(3 * next, mean, mean + 3);
    next++;
  }
  candidates.set(FIXED, 3 * next);
  return next + FIXED.length / 3;
}
/** A gradient below this share of the area that it sums up is rounding. */
const LEAST_AREA = 1e-6;

/** Returns the cost of a candidate, or any number from `stop` on if it is no less. */
function costOf(regions: RegionScratch, context: Context, region: number, candidate: number, stop: number): number {
  const way = longestWay(regions, context, region, candidate, stop);
  if (way >= stop) return way;
  regions.ways[candidate] = way;
  const { candidates } = regions;
  const ahead = roomOf(context, region, candidates, 3 * candidate, 1);
  const behind = roomOf(context, region, candidates, 3 * candidate, -1);
  const forbidden = Math.max(0, way - ahead - behind);
  // If a body has less room than its half of the way, the other one presses it against the collider. Two parts of one body share its room, which says nothing.
  const pressed = regions.isWithin ? 0 : Math.max(0, way / 2 - Math.min(ahead, behind));
  return way + FORBIDDEN_WEIGHT * forbidden + pressed;
}

/** Returns the longest way out along a candidate, of up to SAMPLES of the region's points [m]; Infinity if none has one. */
function longestWay(regions: RegionScratch, context: Context, region: number, candidate: number, stop: number): number {
  const { state } = context;
  const { regionWords, regionQueries, queryRegions } = state;
  const { ray, candidates } = regions;
  const begin = regionWords[REGION.stride * region + REGION.begin];
  const end = regionWords[REGION.stride * region + REGION.end];
  const stride = Math.max(1, Math.ceil((end - begin) / SAMPLES));
  let longest = -1;
  for (let i = begin; i < end; i += stride) {
    const q = regionQueries[i];
    const sign = signOf(queryRegions[q]);
    for (let k = 0; k < 3; k++) ray.along[k] = sign * candidates[3 * candidate + k];
    if (!leaveAlong(regions, context, q)) continue;
    longest = Math.max(longest, ray.length);
    if (longest > stop) return longest;
  }
  return longest < 0 ? Infinity : longest;
}

/** Follows a query's point along ray.along to the boundary of the body that it lies in. @returns whether it has found the boundary */
export function leaveAlong({ ray }: RegionScratch, { world, state }: Context, q: number): boolean {
  const { queries, positions } = state;
  const at = QUERY.stride * q;
  const { model, vertexBase } = world.bodies[queries.u32[at + QUERY.body]];
  for (let k = 0; k < 3; k++) ray.from[k] = queries.f32[at + QUERY.point + k];
  return leave(ray, positions, world.models[model].topology, vertexBase, queries.u32[at + QUERY.tet]);
}

const lengthOf = (v: Float64Array, i: number): number =>
  Math.sqrt(v[i] * v[i] + v[i + 1] * v[i + 1] + v[i + 2] * v[i + 2]);

/** Scales a vector to length 1. @returns false if it has no length */
function normalise(v: Float64Array, i: number): boolean {
  const length = lengthOf(v, i);
  if (!(length > 0)) return false;
  for (let k = i; k < i + 3; k++) v[k] /= length;
  return true;
}
