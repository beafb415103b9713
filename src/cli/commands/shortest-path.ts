import { cut } from '../../math/text.ts';
import { answerQueriesInState } from '../../simulation/diagnostics/measure.ts';
import { defaultParameters } from '../../simulation/parameters.ts';
import { isOnDevice } from '../../simulation/path/passes.ts';
import { PATH_METHODS, type PathMethod } from '../../simulation/path/tables.ts';
import { MAX_WORKERS } from '../../simulation/program/pool.ts';
import { type AnsweredPaths, answerPaths } from '../../queries/answer-paths.ts';
import { answerPaths2d } from '../../queries/answer-paths-2d.ts';
import { type Command, choice, wholeNumber } from '../command.ts';
import { GPU_MEANING, openNodeBackend, openPathBackend2d } from '../backends.ts';
import { EXIT, UsageError } from '../../node/errors.ts';
import { writeText } from '../../node/files.ts';
import { checkOutputs } from '../../node/outputs.ts';
import { type PathCase, type PathCase2d, readAnyPathCase } from '../../queries/path-case.ts';
import { rate } from '../recordings/summary.ts';
import { print } from '../../node/print.ts';

export const shortestPathCommand: Command = {
  name: 'shortest-path',
  positionals: ['in.json'],
  summary: 'finds the shortest path to the boundary for each query of a file',
  options: {
    backend: { value: 'cpu|gpu', meaning: `where the queries run; cpu by default; ${GPU_MEANING}` },
    culling: { value: 'on|off', meaning: 'infeasible-region culling; on by default' },
    method: {
      value: 'name',
      meaning: `how paths are found: ${PATH_METHODS.join(', ')}; flood by default; in 2D always tree`,
    },
    threads: { value: 'n', meaning: `workers of the cpu backend, 1 to ${MAX_WORKERS}; 1 by default` },
    out: { value: 'result.json', meaning: 'file for the answers: distance, point and face per query', required: true },
  },
  async run(args) {
    const kind = choice('--backend', args.text('backend') ?? 'cpu', ['cpu', 'gpu']);
    const culling = choice('--culling', args.text('culling') ?? 'on', ['on', 'off']) === 'on';
    const methodName = args.text('method');
    const method = methodName === undefined ? undefined : choice('--method', methodName, PATH_METHODS);
    const threads = wholeNumber('--threads', args.text('threads') ?? '1', 1, MAX_WORKERS);
    const out = args.required('out');
    checkOutputs({ '--out': out }, args.positionals);
    const pathCase = readAnyPathCase(args.positionals[0], true);
    const answered =
      pathCase.dim === 2
        ? await answerIn2d(kind, pathCase, culling, method ?? 'tree')
        : await answerIn3d(kind, pathCase, culling, method ?? 'flood', threads);
    writeText(out, JSON.stringify(answered.answers));
    print(report(answered, pathCase.queries.count, out));
    if (pathCase.dim === 2 && threads > 1) print('2D queries run on one thread\n');
    return EXIT.ok;
  },
};

/** Answers to the queries of a file, and the backend and method that gave them. */
interface Answered extends AnsweredPaths {
  readonly kind: 'cpu' | 'gpu';
  readonly adapter: string;
  readonly method: PathMethod;
  /** Time of the set-up, before the first query runs [ms]. */
  readonly setUp: number;
}

async function answerIn3d(
  kind: 'cpu' | 'gpu',
  pathCase: PathCase,
  culling: boolean,
  method: PathMethod,
  threads: number,
): Promise<Answered> {
  const started = performance.now();
  const parameters = { ...defaultParameters(), culling };
  const backend = await openNodeBackend(kind, pathCase.world, pathCase.positions, parameters, threads);
  // Called for its effects: runs the program of queries without any query. This builds the method's data per model and the GPU's
  // pipelines, so that both count as set-up.
  await answerQueriesInState(backend, 0, { culling, pathMethod: method });
  const setUpTime = performance.now() - started;
  const answered = await answerPaths(backend, pathCase, culling, method);
  await backend.dispose();
  return { ...answered, kind, adapter: backend.adapter, method, setUp: setUpTime };
}

async function answerIn2d(
  kind: 'cpu' | 'gpu',
  pathCase: PathCase2d,
  culling: boolean,
  method: PathMethod,
): Promise<Answered> {
  if (method !== 'tree')
    throw new UsageError(`--method is '${method}' for a file of dim 2; expected tree, the only method in 2D`);
  const started = performance.now();
  const backend = await openPathBackend2d(kind, pathCase);
  const setUp = performance.now() - started;
  const answered = await answerPaths2d(backend, pathCase, culling);
  backend.dispose();
  return { ...answered, kind, adapter: backend.adapter, method: 'tree', setUp };
}

/** If a file has fewer queries than this, answering all of them takes too few ticks of the clock for a meaningful rate. */
const FEW_QUERIES = 100;

function report({ kind, adapter, method, setUp, work, ms, passes }: Answered, count: number, out: string): string {
  const perQuery = (sum: number) => (sum / Math.max(1, count)).toFixed(1);
  const where =
    kind === 'gpu' && !isOnDevice(method)
      ? `in worker threads on the processor; the gpu (${adapter}) has no kernel for this method`
      : `on ${kind} (${adapter})`;
  return (
    `${rate(count, ms / 1000)} queries/s\n` +
    `${count} ${queries(count)} by ${method} ${where}, answers written to ${cut(out)}\n` +
    `answering all queries once takes ${ms.toPrecision(3)} ms, the median of ${passes}; set-up, ${setUp.toFixed(0)} ms, isn't counted\n` +
    (count > 0 && count < FEW_QUERIES ? 'with so few queries the rate means little\n' : '') +
    `per query: ${perQuery(work.candidates)} candidates, ${perQuery(work.traversals)} traversals, ` +
    `${perQuery(work.tetsVisited)} elements visited\n` +
    `${work.overflows} ${kind === 'gpu' ? 'queries' : 'traversals'} repeated because a list was full; ${work.missing} queries without a path\n`
  );
}

const queries = (count: number): string => (count === 1 ? 'query' : 'queries');
