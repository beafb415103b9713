import { NONE } from '../mesh/topology.ts';
import type { Backend } from '../simulation/backend.ts';
import { defaultParameters } from '../simulation/parameters.ts';
import { COUNTERS, PATH, QUERY, queryCapacity, type Words } from '../simulation/state.ts';
import { choice, wholeNumber } from './arguments.ts';
import { MAX_WORKERS, openBackend } from './backends.ts';
import type { Command } from './command.ts';
import { EXIT } from './errors.ts';
import { checkWritable, readJson, writeText } from './files.ts';
import { parsePathCase, type PathCase } from './path-case.ts';
import { rate } from './summary.ts';

export const shortestPathCommand: Command = {
  name: 'shortest-path',
  positionals: ['in.json'],
  summary: 'shortest paths to the boundary for the queries of a file',
  options: {
    backend: { value: 'cpu|gpu', meaning: 'where it runs; cpu by default; gpu runs on a GPU adapter or not at all' },
    culling: { value: 'on|off', meaning: 'infeasible-region culling; on by default' },
    threads: { value: 'n', meaning: `workers of the cpu backend, 1 to ${MAX_WORKERS}; 1 by default` },
    out: { value: 'result.json', meaning: 'where the answers go: distance, point and face a query' },
  },
  async run(args) {
    const kind = choice('--backend', args.text('backend') ?? 'cpu', ['cpu', 'gpu']);
    const culling = choice('--culling', args.text('culling') ?? 'on', ['on', 'off']) === 'on';
    const threads = wholeNumber('--threads', args.text('threads') ?? '1', 1, MAX_WORKERS);
    const out = args.required('out');
    checkWritable(out);
    const pathCase = parsePathCase(readJson(args.positionals[0]), true);

    const started = performance.now();
    const parameters = { ...defaultParameters(), culling };
    const backend = await openBackend(kind, pathCase.world, pathCase.positions, parameters, threads);
    await backend.answerQueries(0, culling); // on the GPU, the pipelines too
    const setUp = performance.now() - started;
    const answers = await answerAll(backend, pathCase, culling);
    await backend.dispose();

    const { distance, point, face } = answers;
    writeText(out, JSON.stringify({ distance, point, face }));
    const { count } = pathCase.queries;
    const perQuery = (sum: number) => (sum / Math.max(1, count)).toFixed(1);
    process.stdout.write(
      `${rate(count, answers.ms / 1000)} queries/s\n` +
        `${count} queries on ${backend.kind} (${backend.adapter}), set-up ${setUp.toFixed(0)} ms apart\n` +
        `a query: ${perQuery(answers.candidates)} BVH candidates, ${perQuery(answers.traversals)} traversals, ` +
        `${perQuery(answers.tetsVisited)} elements visited\n` +
        `${answers.overflows} overflows answered again, ${answers.missing} without a path\n`,
    );
    return EXIT.ok;
  },
};

/**
 * Answers the queries in parts that fit the state's arrays. Every call makes boxes and folds anew: a call without a query
 * tells how long that takes, which belongs to the set-up.
 */
async function answerAll(backend: Backend, { world, queries }: PathCase, culling: boolean) {
  const capacity = queryCapacity(world);
  const f32 = new Float32Array(QUERY.stride * capacity);
  const words = { f32, u32: new Uint32Array(f32.buffer) };
  const result = {
    distance: [] as (number | null)[],
    point: [] as number[],
    face: [] as number[],
    candidates: 0,
    traversals: 0,
    tetsVisited: 0,
    overflows: 0,
    missing: 0,
    ms: 0,
  };
  const empty = performance.now();
  await backend.answerQueries(0, culling);
  const setUp = performance.now() - empty;
  for (let first = 0; first < queries.count; first += capacity) {
    const count = Math.min(capacity, queries.count - first);
    for (let i = 0; i < count; i++) writeQuery(words, i, queries, first + i, world);
    await backend.write('queries', words.f32);
    const started = performance.now();
    const counters = await backend.answerQueries(count, culling);
    result.ms += Math.max(0, performance.now() - started - setUp);
    result.candidates += counters[COUNTERS.candidates];
    result.traversals += counters[COUNTERS.traversals];
    result.tetsVisited += counters[COUNTERS.tetsVisited];
    result.overflows += counters[COUNTERS.pathOverflows];
    result.missing += counters[COUNTERS.pathsMissing];
    const paths = (await backend.read('paths')) as Words;
    for (let i = 0; i < count; i++) readPath(paths, i, queries.tobj[first + i], world, result);
  }
  return result;
}

function writeQuery(words: Words, i: number, queries: PathCase['queries'], q: number, world: PathCase['world']): void {
  const at = QUERY.stride * i;
  for (let k = 0; k < 3; k++) words.f32[at + k] = queries.points[3 * q + k];
  const isFree = queries.vertex[q] < 0 || queries.obj[q] < 0;
  words.u32[at + QUERY.vertex] = isFree ? NONE : world.bodies[queries.obj[q]].vertexBase + queries.vertex[q];
  words.u32[at + QUERY.body] = queries.tobj[q];
  words.u32[at + QUERY.tet] = queries.elem[q];
}

interface Answers {
  readonly distance: (number | null)[];
  readonly point: number[];
  readonly face: number[];
}

function readPath(paths: Words, i: number, body: number, world: PathCase['world'], result: Answers): void {
  const at = PATH.stride * i;
  const face = paths.u32[at + PATH.face];
  if (face === NONE) {
    result.distance.push(null);
    result.point.push(-1, -1, -1);
    result.face.push(-1, -1, -1);
    return;
  }
  const { faces } = world.models[world.bodies[body].model].topology;
  result.distance.push(paths.f32[at + PATH.depth]);
  for (let k = 0; k < 3; k++) {
    result.point.push(paths.f32[at + k]);
    result.face.push(faces[3 * face + k]);
  }
}
