import { defaultParameters } from '../simulation/parameters.ts';
import { MAX_WORKERS } from '../simulation/pool.ts';
import { answerPaths } from './answer-paths.ts';
import { choice, wholeNumber } from './arguments.ts';
import { GPU_MEANING, openBackend } from './backends.ts';
import type { Command } from './command.ts';
import { EXIT } from './errors.ts';
import { checkWritable, writeText } from './files.ts';
import { readPathCase } from './path-case.ts';
import { rate } from './summary.ts';

export const shortestPathCommand: Command = {
  name: 'shortest-path',
  positionals: ['in.json'],
  summary: 'shortest paths to the boundary for the queries of a file',
  options: {
    backend: { value: 'cpu|gpu', meaning: `where it runs; cpu by default; ${GPU_MEANING}` },
    culling: { value: 'on|off', meaning: 'infeasible-region culling; on by default' },
    threads: { value: 'n', meaning: `workers of the cpu backend, 1 to ${MAX_WORKERS}; 1 by default` },
    out: { value: 'result.json', meaning: 'where the answers go: distance, point and face a query', required: true },
  },
  async run(args) {
    const kind = choice('--backend', args.text('backend') ?? 'cpu', ['cpu', 'gpu']);
    const culling = choice('--culling', args.text('culling') ?? 'on', ['on', 'off']) === 'on';
    const threads = wholeNumber('--threads', args.text('threads') ?? '1', 1, MAX_WORKERS);
    const out = args.required('out');
    checkWritable(out);
    const pathCase = readPathCase(args.positionals[0], true);

    const started = performance.now();
    const parameters = { ...defaultParameters(), culling };
    const backend = await openBackend(kind, pathCase.world, pathCase.positions, parameters, threads);
    await backend.answerQueries(0, culling); // on the GPU, the pipelines too
    const setUp = performance.now() - started;
    const { answers, work, ms, passes } = await answerPaths(backend, pathCase, culling);
    await backend.dispose();

    writeText(out, JSON.stringify(answers));
    const { count } = pathCase.queries;
    const perQuery = (sum: number) => (sum / Math.max(1, count)).toFixed(1);
    process.stdout.write(
      `${rate(count, ms / 1000)} queries/s\n` +
        `${count} queries on ${backend.kind} (${backend.adapter}), set-up ${setUp.toFixed(0)} ms apart\n` +
        `timed: median of ${passes} passes of the path stage alone, ${ms.toPrecision(3)} ms\n` +
        `a query: ${perQuery(work.candidates)} BVH candidates, ${perQuery(work.traversals)} traversals, ` +
        `${perQuery(work.tetsVisited)} elements visited\n` +
        `${work.overflows} overflows answered again, ${work.missing} without a path\n`,
    );
    return EXIT.ok;
  },
};
