import { NONE } from '../mesh/topology.ts';
import type { Backend } from '../simulation/backend.ts';
import { initialQueries } from '../simulation/capacities.ts';
import { answerWrittenQueries } from '../simulation/diagnostics/measure.ts';
import type { PathMethod } from '../simulation/path/tables.ts';
import { COUNTERS, PATH, QUERY, type Words } from '../simulation/state.ts';
import type { World } from '../simulation/world.ts';

/** Shortest-path queries as parallel arrays. */
export interface PathQueries {
  readonly count: number;
  /** Body of the query's vertex, and the vertex's id in that body's mesh; both -1 if the point isn't a vertex (a free point). */
  readonly obj: Int32Array;
  readonly vertex: Int32Array;
  /** Body whose boundary the path leads to, and the tetrahedron of that body that contains the point. */
  readonly tobj: Int32Array;
  readonly elem: Int32Array;
  /** Points [model's unit]: as many numbers per query as the world has dimensions. */
  readonly points: Float32Array;
}

/** A world, and queries whose body numbers are those of the world. */
export interface Asked {
  readonly world: World;
  readonly queries: PathQueries;
}

/** Answers as parallel arrays. A query without a path has the distance null, and -1 in the other arrays. */
export interface PathAnswers {
  readonly distance: (number | null)[];
  /** End points: as many numbers per query as the world has dimensions. */
  readonly point: number[];
  /** Vertex ids of the boundary face (3 per query) or, in the plane, segment (2 per query). */
  readonly face: number[];
}

/** Counts of work, summed over the queries. */
export interface PathWork {
  candidates: number;
  traversals: number;
  tetsVisited: number;
  /** Boxes and bounding spheres that searches tested; counted on the GPU only. */
  boundsTested: number;
  overflows: number;
  cullingAside: number;
  missing: number;
}

/**
 * Answers all queries once, at the backend's current positions.
 * @param culling true if the method 'tree' culls faces by their infeasible regions
 */
export async function answerPathQueries(
  backend: Backend,
  asked: Asked,
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
    cullingAside: 0,
    missing: 0,
  };
  await timePathQueries(backend, asked, culling, method, async (counters, first, count) => {
    addWork(counters, work);
    const paths = (await backend.read('paths')) as Words;
    for (let i = 0; i < count; i++) readPath(paths, i, asked.queries.tobj[first + i], asked.world, answers);
  });
  return { answers, work };
}

/**
 * Runs all queries once, in parts that fit the state's arrays.
 * @param look receives the counters of each part: `count` queries from `first` on
 * @returns time of the stage clock `path` [ms]; on devices without timestamps the time of the whole calls
 */
export async function timePathQueries(
  backend: Backend,
  { world, queries }: Asked,
  culling: boolean,
  method: PathMethod = 'flood',
  look?: (counters: Uint32Array, first: number, count: number) => Promise<void>,
): Promise<number> {
  const capacity = initialQueries(world);
  const f32 = new Float32Array(QUERY.stride * capacity);
  const words = { f32, u32: new Uint32Array(f32.buffer) };
  let ms = 0;
  for (let first = 0; first < queries.count; first += capacity) {
    const count = Math.min(capacity, queries.count - first);
    for (let i = 0; i < count; i++) writeQuery(words, i, queries, first + i, world);
    await backend.write('queries', words.f32);
    await backend.takeTimes(); // discards earlier times
    const started = performance.now();
    const counters = await answerWrittenQueries(backend, count, { culling, pathMethod: method });
    const whole = performance.now() - started;
    ms += (await backend.takeTimes()).path || whole;
    await look?.(counters, first, count);
  }
  return ms;
}

function addWork(counters: Uint32Array, work: PathWork): void {
  work.candidates += counters[COUNTERS.candidates];
  work.traversals += counters[COUNTERS.traversals];
  work.tetsVisited += counters[COUNTERS.tetsVisited];
  work.boundsTested += counters[COUNTERS.boundsTested];
  work.overflows += counters[COUNTERS.pathOverflows];
  work.cullingAside += counters[COUNTERS.cullingAside];
  work.missing += counters[COUNTERS.pathsMissing];
}

/** Writes query q as record i of `queries`. */
export function writeQuery(words: Words, i: number, queries: PathQueries, q: number, world: World): void {
  const at = QUERY.stride * i;
  for (let k = 0; k < 3; k++) words.f32[at + k] = queries.points[3 * q + k];
  const isFree = queries.vertex[q] < 0 || queries.obj[q] < 0;
  words.u32[at + QUERY.vertex] = isFree ? NONE : world.bodies[queries.obj[q]].vertexBase + queries.vertex[q];
  words.u32[at + QUERY.body] = queries.tobj[q];
  words.u32[at + QUERY.tet] = queries.elem[q];
  // Body that the point belongs to; a free point counts as belonging to the queried body.
  words.u32[at + QUERY.source] = firstPoints(world)[isFree ? queries.tobj[q] : queries.obj[q]];
}

const known = new WeakMap<World, readonly number[]>();

/** First contact point of each body, in the world's numbering. */
function firstPoints(world: World): readonly number[] {
  let first = known.get(world);
  if (!first) {
    first = world.bodies.map((_, body) => world.points.bodies.indexOf(body));
    known.set(world, first);
  }
  return first;
}

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
    answers.face.push(faces[3 * face + k]);
  }
}
