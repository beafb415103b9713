import { NONE } from '../mesh/topology.ts';
import type { Backend } from '../simulation/backend.ts';
import { initialQueries } from '../simulation/capacities.ts';
import { answerQueriesInState } from '../simulation/diagnostics/measure.ts';
import type { PathMethod } from '../simulation/path/tables.ts';
import { COUNTERS, IN_FIELD, PATH, QUERY, type Words } from '../simulation/state.ts';
import type { World } from '../simulation/world/world.ts';

/**
 * Answers many shortest-path queries at once on a backend: for the function shortestPaths, files of queries, and benchmarks. The types
 * PathQueries and PathAnswers serve worlds in the plane too (src/queries); the functions here answer queries in 3D only.
 */

/** Shortest-path queries as parallel arrays, named like the fields in files of queries (src/queries/path-queries.ts), except `points`. */
export interface PathQueries {
  /** Number of queries. */
  readonly count: number;
  /** Body of the vertex, if the query's point is a vertex; else -1 (a free point). */
  readonly obj: Int32Array;
  /** Id of the vertex in its body's mesh; -1 for a free point. */
  readonly vertex: Int32Array;
  /** Queried body: the path leads to the boundary of this body. */
  readonly tobj: Int32Array;
  /** Tetrahedron of the queried body that contains the point. */
  readonly elem: Int32Array;
  /** Points [unit of the world's lengths]: as many numbers per query as the world has dimensions. */
  readonly points: Float32Array;
}

/** A world, and queries whose body numbers are those of the world. */
export interface WorldQueries {
  readonly world: World;
  readonly queries: PathQueries;
}

/** Answers as parallel arrays. If a query has no path, its distance is null, and its entries in the other arrays are -1. */
export interface PathAnswers {
  /** Lengths of the paths [unit of the world's lengths]. */
  readonly distance: (number | null)[];
  /** End points of the paths: as many numbers per query as the world has dimensions. */
  readonly point: number[];
  /**
   * Vertex ids of the boundary face where the path ends (3 per query) or, in 2D, of the boundary segment (2 per query); -1 by the method
   * `distance-field`, which knows a depth and a direction, but no face.
   */
  readonly face: number[];
}

/** Counts of the work of the searches for shortest paths, summed over the queries. */
export interface PathWork {
  /** Number of boundary faces whose closest point was computed. */
  candidates: number;
  /** Number of traversals: walks from tetrahedron to tetrahedron along a straight path. */
  traversals: number;
  /** Number of tetrahedra that traversals visited. */
  tetsVisited: number;
  /** Number of boxes and bounding spheres that searches tested; counted on the GPU only. */
  boundsTested: number;
  /** Number of queries (on the CPU: traversals) that were repeated because a list was full. */
  overflows: number;
  /** Number of candidates about which culling could prove nothing. */
  undecidedByCulling: number;
  /** Number of queries without an answer. */
  missing: number;
}

/**
 * Answers all queries once, at the backend's current positions.
 * @param culling true if the path methods 'tree' and 'paper' cull faces by their infeasible regions
 */
export async function answerPathQueries(
  backend: Backend,
  worldQueries: WorldQueries,
  culling: boolean,
  method?: PathMethod,
): Promise<{ answers: PathAnswers; work: PathWork }> {
  const answers: PathAnswers = { distance: [], point: [], face: [] };
  const work: PathWork = {
    candidates: 0,
    traversals: 0,
    tetsVisited: 0,
    boundsTested: 0,
    overflows: 0,
    undecidedByCulling: 0,
    missing: 0,
  };
  await timePathQueries(backend, worldQueries, culling, method, async (counters, first, count) => {
    addWork(counters, work);
    const paths = (await backend.read('paths')) as Words;
    for (let i = 0; i < count; i++)
      readPath(paths, i, worldQueries.queries.tobj[first + i], worldQueries.world, answers);
  });
  return { answers, work };
}

/**
 * Answers all queries once and measures the time. The queries are divided into parts that fit the state's arrays.
 * @param onAnswered called after each part, with the part's counters (COUNTERS), the index of its first query, and its number of queries
 * @returns time of the searches [ms]: that of the stage clock `path`. On devices without timestamps this clock is 0. The result then is
 *   the time from the start of the calls to their answers
 */
export async function timePathQueries(
  backend: Backend,
  { world, queries }: WorldQueries,
  culling: boolean,
  method: PathMethod = 'flood',
  onAnswered?: (counters: Uint32Array, first: number, count: number) => Promise<void>,
): Promise<number> {
  const capacity = initialQueries(world);
  const f32 = new Float32Array(QUERY.stride * capacity);
  const words = { f32, u32: new Uint32Array(f32.buffer) };
  let ms = 0;
  for (let first = 0; first < queries.count; first += capacity) {
    const count = Math.min(capacity, queries.count - first);
    for (let i = 0; i < count; i++) writeQuery(words, i, queries, first + i, world);
    await backend.write('queries', words.f32);
    await backend.takeTimes(); // sets the clocks to 0
    const started = performance.now();
    const counters = await answerQueriesInState(backend, count, { culling, pathMethod: method });
    const callTime = performance.now() - started;
    ms += (await backend.takeTimes()).path || callTime;
    await onAnswered?.(counters, first, count);
  }
  return ms;
}

function addWork(counters: Uint32Array, work: PathWork): void {
  work.candidates += counters[COUNTERS.candidates];
  work.traversals += counters[COUNTERS.traversals];
  work.tetsVisited += counters[COUNTERS.tetsVisited];
  work.boundsTested += counters[COUNTERS.boundsTested];
  work.overflows += counters[COUNTERS.pathOverflows];
  work.undecidedByCulling += counters[COUNTERS.undecidedByCulling];
  work.missing += counters[COUNTERS.pathsMissing];
}

/** Writes query q as record i of the state's array `queries`. */
export function writeQuery(words: Words, i: number, queries: PathQueries, q: number, world: World): void {
  const at = QUERY.stride * i;
  for (let k = 0; k < 3; k++) words.f32[at + k] = queries.points[3 * q + k];
  const isFree = queries.vertex[q] < 0 || queries.obj[q] < 0;
  words.u32[at + QUERY.vertex] = isFree ? NONE : world.bodies[queries.obj[q]].vertexBase + queries.vertex[q];
  words.u32[at + QUERY.body] = queries.tobj[q];
  words.u32[at + QUERY.tet] = queries.elem[q];
  // `source` is the first contact point of the body that the point belongs to. A free point counts as belonging to the queried body.
  words.u32[at + QUERY.source] = firstPoints(world)[isFree ? queries.tobj[q] : queries.obj[q]];
}

const firstPointsByWorld = new WeakMap<World, readonly number[]>();

/** Returns the index of each body's first contact point in the world's list of contact points. */
function firstPoints(world: World): readonly number[] {
  let first = firstPointsByWorld.get(world);
  if (!first) {
    first = world.bodies.map((_, body) => world.points.bodies.indexOf(body));
    firstPointsByWorld.set(world, first);
  }
  return first;
}

/** Appends path i of the state's array `paths` to the answers. @param body the queried body */
function readPath(paths: Words, i: number, body: number, world: World, answers: PathAnswers): void {
  const at = PATH.stride * i;
  const face = paths.u32[at + PATH.face];
  if (face === NONE) {
    answers.distance.push(null);
    answers.point.push(-1, -1, -1);
    answers.face.push(-1, -1, -1);
    return;
  }
  const { faces } = world.models[world.bodies[body].model].topology;
  answers.distance.push(paths.f32[at + PATH.depth]);
  for (let k = 0; k < 3; k++) {
    answers.point.push(paths.f32[at + k]);
    answers.face.push(face === IN_FIELD ? -1 : faces[3 * face + k]);
  }
}
