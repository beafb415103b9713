import { hasVolume, NONE } from '../../../mesh/topology.ts';
import type { Context, Stage } from '../../program/stage.ts';
import { COUNTERS, DIRECTED, PATH, PATH_OVERFLOW, QUERY } from '../../state.ts';
import { addFaceArea, sumFan } from '../../world/vector-area.ts';
import { isWatched } from '../../detect/watch.ts';
import { REGION, REGION_NUMBERS, signOf, WAITS, WITHIN_PART } from './arrays.ts';
import { chooseDirection, leaveAlong } from './direction.ts';
import { groupQueries } from './groups.ts';
import { clearParts, findParts } from './parts.ts';
import type { Ray } from './ray-exit.ts';
import { LEAST_COSINE, REGIONS } from './tables.ts';

/**
 * Stage that finds regions in which parts are deep in one another, and replaces the shortest paths there by ways along one direction per region.
 *
 * A region is a pair of parts (parts.ts) with the queries between them (groups.ts). It is deep if an inner point of one part lies in the other,
 * or if many of its vertices have a path that leads the way that they face: out through the far side. Shallow regions keep their paths. If no query
 * is suspect, there is no deep region, and nothing else is computed.
 *
 * Phases: 0 notes which bodies' points are all tested in the next steps; 1 looks for suspects; 2 groups the queries, on one worker, since numbers follow
 * their order. The stages regionDirections (direction.ts) and regionPaths follow.
 */
export const regions: Stage = {
  phases: () => 3,
  count: ({ state: { counters } }, phase) => {
    if (phase === 0) return 1;
    if (phase === 1) return counters[COUNTERS.queries];
    return Math.min(1, counters[COUNTERS.deepSuspects]);
  },
  run(context, begin, end, phase) {
    if (begin === end) return;
    if (phase === 0) keepDeep(context);
    else if (phase === 1) markFacing(context, begin, end);
    else group(context);
  },
};

/** Stage that chooses the directions of deep regions. */
export const regionDirections: Stage = {
  chunk: 1,
  count: ({ state: { counters } }) => counters[COUNTERS.regions],
  run: (context, begin, end) => chooseDirections(context, begin, end),
};

/** Stage that replaces the paths of queries in deep regions by ways along the region's direction, which the vertices remember. */
export const regionPaths: Stage = {
  count: ({ state: { counters } }) => (counters[COUNTERS.deepSuspects] > 0 ? counters[COUNTERS.queries] : 0),
  run: (context, begin, end) => follow(context, begin, end),
};

/** Takes over what this step's detection has found (noteDeep). */
function keepDeep({ state: { deepUntil, deepFound, counters }, argument }: Context): void {
  // A kernel has done this already where it has looked for suspects.
  for (let body = 0; argument === REGIONS.all && body < deepUntil.length; body++) {
    if (deepFound[body] > deepUntil[body]) deepUntil[body] = deepFound[body];
    deepFound[body] = 0;
  }
  counters[COUNTERS.deepSuspects] = 0;
  counters[COUNTERS.regions] = 0;
  counters[COUNTERS.deepRegions] = 0;
}

/** Writes to queryRegions whether each query's path leads the way that its vertex faces, and counts suspects. */
function markFacing({ world, state, scratch }: Context, begin: number, end: number): void {
  const { points } = world;
  const { queries, queryRegions, counters } = state;
  const { fan, faceArea } = scratch.regions;
  let suspects = 0;
  for (let q = begin; q < end; q++) {
    const point = queries.u32[QUERY.stride * q + QUERY.source];
    queryRegions[q] = 0;
    if (point >= points.firstInner) {
      suspects += Number(point < points.firstEdge);
      continue;
    }
    const face = state.paths.u32[PATH.stride * q + PATH.face];
    if (face === NONE || face === PATH_OVERFLOW) continue;
    if (!hasVolume(world.models[world.bodies[points.bodies[point]].model].topology)) continue;
    const { model, vertexBase } = world.bodies[queries.u32[QUERY.stride * q + QUERY.body]];
    sumFan(fan, world, state.positions, point);
    faceArea.fill(0);
    addFaceArea(faceArea, state.positions, world.models[model].topology.faces, vertexBase, face);
    const product = dot(fan, faceArea);
    if (product <= 0 || product * product <= LEAST_COSINE * LEAST_COSINE * dot(fan, fan) * dot(faceArea, faceArea))
      continue;
    queryRegions[q] = 1;
    suspects++;
  }
  if (suspects > 0) Atomics.add(counters, COUNTERS.deepSuspects, suspects);
}

const dot = (a: Float64Array, b: Float64Array): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

function group(context: Context): void {
  const { world, state, scratch } = context;
  findParts(scratch.regions.parts, world, state, state.counters[COUNTERS.queries]);
  groupQueries(scratch.regions, context);
  clearParts(scratch.regions.parts);
}

function chooseDirections(context: Context, begin: number, end: number): void {
  for (let region = begin; region < end; region++)
    if (context.state.regionWords[REGION.stride * region + REGION.isDeep] === 1)
      chooseDirection(context.scratch.regions, context, region);
}

function follow(context: Context, begin: number, end: number): void {
  const { world, state, scratch } = context;
  const { ray } = scratch.regions;
  const { queries, queryRegions, paths, regionWords, regionNumbers } = state;
  for (let q = begin; q < end; q++) {
    if (queryRegions[q] === NONE) continue;
    if (queryRegions[q] === WITHIN_PART) {
      // No direction leads out of a fold within one part. There each point has its own path, the watched ones too.
      if (isWatched(world, queries.u32[QUERY.stride * q + QUERY.source]))
        paths.u32[PATH.stride * q + PATH.face] = PATH_OVERFLOW;
      continue;
    }
    const region = queryRegions[q] >>> 1;
    const isDeep = regionWords[REGION.stride * region + REGION.isDeep];
    if (isDeep === 0) continue;
    if (isDeep === WAITS) {
      paths.u32[PATH.stride * q + PATH.face] = NONE;
      continue;
    }
    const sign = signOf(queryRegions[q]);
    for (let k = 0; k < 3; k++)
      ray.along[k] = sign * regionNumbers[REGION_NUMBERS.stride * region + REGION_NUMBERS.direction + k];
    remember(context, ray, q);
    if (!leaveAlong(scratch.regions, context, q)) continue;
    const at = PATH.stride * q;
    for (let k = 0; k < 3; k++) paths.f32[at + PATH.point + k] = ray.along[k];
    paths.f32[at + PATH.depth] = regionNumbers[REGION_NUMBERS.stride * region + REGION_NUMBERS.speed];
    paths.u32[at + PATH.face] = ray.face;
    paths.u32[at + PATH.feature] = DIRECTED;
    paths.f32[at + PATH.b0] = ray.b0;
    paths.f32[at + PATH.b1] = ray.b1;
  }
}

/** Keeps the direction of one of a vertex's queries: another one for each vertex, so that each of the vertex's regions is remembered by some. */
function remember({ world, state }: Context, ray: Ray, q: number): void {
  const { queries, pairOffsets, pairCounts, lastDirections, lastLeft, counters } = state;
  const point = queries.u32[QUERY.stride * q + QUERY.source];
  if (point >= world.points.firstInner) return;
  if (q - pairOffsets[point] !== point % pairCounts[point]) return;
  for (let k = 0; k < 3; k++) lastDirections[3 * point + k] = ray.along[k];
  lastLeft[2 * point] = 1 + queries.u32[QUERY.stride * q + QUERY.body];
  lastLeft[2 * point + 1] = counters[COUNTERS.step];
}
