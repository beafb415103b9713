import { NONE } from '../mesh/topology.ts';
import type { Backend } from '../simulation/backend.ts';
import { answerQueries } from '../simulation/measure.ts';
import type { PathMethod } from '../simulation/path/path-methods.ts';
import { initialQueries } from '../simulation/capacities.ts';
import { COUNTERS, PATH, QUERY, type Words } from '../simulation/state.ts';
import type { World } from '../simulation/world.ts';
import type { PathCase } from './path-case.ts';

/** What `shortest-path` writes: null and -1 where there is no path. */
export interface PathAnswers {
  readonly distance: (number | null)[];
  /** As many numbers a query as there are dimensions. */
  readonly point: number[];
  /** Vertex ids, likewise: of a boundary face, or segment. */
  readonly face: number[];
}

/** Sums over the queries. */
export interface PathWork {
  candidates: number;
  traversals: number;
  tetsVisited: number;
  /** Boxes and balls that searches looked at; counted on the GPU only. */
  boundsTested: number;
  overflows: number;
  cullingAside: number;
  missing: number;
}

export interface AnsweredPaths {
  readonly answers: PathAnswers;
  /** Of one pass over the queries. */
  readonly work: PathWork;
  /** Median over so many passes of the path stage's time [ms]: without boxes, folds and moving data. */
  readonly ms: number;
  readonly passes: number;
}

/** How long the queries are answered before they are timed [ms]: by then their code is compiled and optimised on two workers, too. */
const WARM_UP = 500;
/** Passes that are timed; no more are begun, past the fewest, when the longest time is over [ms]. */
const MOST_PASSES = 9;
const FEWEST_PASSES = 3;
const LONGEST_TIMING = 2000;

/** Answers all queries, again until that is warm, then times it. */
export async function answerPaths(
  backend: Backend,
  pathCase: PathCase,
  culling: boolean,
  method: PathMethod = 'flood',
): Promise<AnsweredPaths> {
  const started = performance.now();
  const { answers, work } = await answerUntimed(backend, pathCase, culling, method);
  const again = () => answerOnce(backend, pathCase, culling, method);
  return { answers, work, ...(await timePasses(again, pathCase.queries.count > 0 ? started : -Infinity)) };
}

/**
 * Does something again until it is warm, then times it.
 * @param pass returns its milliseconds    @param started when the warming up began [ms]
 */
export async function timePasses(
  pass: () => Promise<number>,
  started: number,
): Promise<Pick<AnsweredPaths, 'ms' | 'passes'>> {
  while (performance.now() - started < WARM_UP) await pass();
  const times: number[] = [];
  const timed = performance.now();
  while (times.length < FEWEST_PASSES || (times.length < MOST_PASSES && performance.now() - timed < LONGEST_TIMING)) {
    times.push(await pass());
  }
  return { ms: median(times), passes: times.length };
}

/** Answers all queries once. */
export async function answerUntimed(
  backend: Backend,
  pathCase: PathCase,
  culling: boolean,
  method: PathMethod = 'flood',
): Promise<Pick<AnsweredPaths, 'answers' | 'work'>> {
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
  await answerOnce(backend, pathCase, culling, method, async (counters, first, count) => {
    addWork(counters, work);
    const paths = (await backend.read('paths')) as Words;
    for (let i = 0; i < count; i++) readPath(paths, i, pathCase.queries.tobj[first + i], pathCase.world, answers);
  });
  return { answers, work };
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/**
 * One pass over the queries, in parts that fit the state's arrays.
 * @param look is given the counters of each part, of `count` queries from `first` on
 * @returns milliseconds by the path stage's clock; of whole calls on devices that tell no time
 */
async function answerOnce(
  backend: Backend,
  { world, queries }: PathCase,
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
    await backend.takeTimes(); // what was before
    const started = performance.now();
    const counters = await answerQueries(backend, count, { culling, pathMethod: method });
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

/** Writes query q of a case as record i of `queries`. */
export function writeQuery(
  words: Words,
  i: number,
  queries: PathCase['queries'],
  q: number,
  world: PathCase['world'],
): void {
  const at = QUERY.stride * i;
  for (let k = 0; k < 3; k++) words.f32[at + k] = queries.points[3 * q + k];
  const isFree = queries.vertex[q] < 0 || queries.obj[q] < 0;
  words.u32[at + QUERY.vertex] = isFree ? NONE : world.bodies[queries.obj[q]].vertexBase + queries.vertex[q];
  words.u32[at + QUERY.body] = queries.tobj[q];
  words.u32[at + QUERY.tet] = queries.elem[q];
  // The body that the point belongs to; a free point belongs to the body that it is asked about.
  words.u32[at + QUERY.source] = firstPoints(world)[isFree ? queries.tobj[q] : queries.obj[q]];
}

const known = new WeakMap<World, readonly number[]>();

/** For each body the first point that contacts may be made of, as detection numbers them. */
function firstPoints(world: World): readonly number[] {
  let first = known.get(world);
  if (!first) {
    first = world.bodies.map((_, body) => world.points.bodies.indexOf(body));
    known.set(world, first);
  }
  return first;
}

function readPath(paths: Words, i: number, body: number, world: PathCase['world'], answers: PathAnswers): void {
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
