import { timeDetection } from './detection.ts';
import { OneThread } from './one-thread.ts';
import { type BenchCase, benchCases } from './path-cases.ts';
import { PathLimits } from './path-limits.ts';
import { type PathResults, pathTables } from './path-report.ts';
import { timePaths } from './path-speed.ts';
import { countDifferent, workOnCpu, workOnGpu } from './path-work.ts';
import { PATH_METHODS } from '../src/simulation/path/path-methods.ts';
import { pathWorkloads } from './path-workloads.ts';
import { ratio } from './rates.ts';
import type { Verdict } from './report.ts';
import type { Suite } from './suite.ts';
import { timeTriangleTrees } from './triangle-trees.ts';
import { timeTwoWorkers } from './two-workers.ts';

/** What issue 3 asks for, beside the cases' own ratios. */
const LEAST_TWO_WORKERS = 1.8;
const MOST_REFIT = 1;
const MOST_BUILD = 30;
const LEAST_DETECTION = 0.8e6;

export const pathsSuite: Suite = {
  name: 'paths',
  summary: 'exact shortest paths beside three-mesh-bvh: speed, two workers, trees, detection, work, limits',
  duration: 'two minutes',
  async run(tell) {
    const results = await measure(benchCases(), tell);
    const verdicts = verdictsOf(results);
    return { workloads: pathWorkloads(results), verdicts, details: results, tables: pathTables(results) };
  },
};

async function measure(cases: readonly BenchCase[], tell: (what: string) => void): Promise<PathResults> {
  const limits = new PathLimits();
  const measured: Omit<PathResults['cases'][number], 'gpu'>[] = [];
  for (const given of cases) {
    tell(given.name);
    const thread = new OneThread(given.pathCase);
    const speed = await timePaths(given, thread);
    const detection = await timeDetection(thread);
    const workers = await timeTwoWorkers(given.pathCase);
    const work = PATH_METHODS.map((method) => ({ method, ...workOnCpu(thread, method) }));
    const different = countDifferent(thread, 'flood', 'tree');
    limits.add(thread);
    const { name, bound, reference, pathCase } = given;
    const { tetCount, faceCount, surfaceVertexCount } = pathCase.world;
    const size = { tetrahedra: tetCount, triangles: faceCount, surfaceVertices: surfaceVertexCount };
    measured.push({ name, bound, reference, ...size, speed, different, detection, workers, work });
  }
  tell('trees');
  const trees = await timeTriangleTrees();
  // At the end: a device that was opened goes on to poll in Node's event loop, beside workers that are timed.
  const complete: PathResults['cases'][number][] = [];
  for (const [i, { name, pathCase }] of cases.entries()) {
    tell(`${name} on the GPU`);
    complete.push({ ...measured[i], gpu: await workOnGpu(pathCase) });
  }
  return { cases: complete, trees, limits };
}

function verdictsOf({ cases, trees }: PathResults): Verdict[] {
  const perCase = cases.flatMap(({ name, bound, speed, different, workers, detection, surfaceVertices }): Verdict[] => {
    const flood = speed.methods.find(({ method }) => method === 'flood');
    return [
      ...(bound && flood
        ? [{ what: `${name}: flood over three-mesh-bvh`, value: flood.ratio, relation: '>=' as const, bound }]
        : []),
      {
        what: `${name}: answers of flood that differ from tree's, without culling`,
        value: different,
        relation: '<=',
        bound: 0,
      },
      {
        what: `${name}: two workers over one`,
        value: ratio(workers.two.rounds, workers.one.rounds),
        relation: '>=',
        bound: LEAST_TWO_WORKERS,
      },
      {
        what: `${name}: surface vertices detected a second`,
        value: (1000 * surfaceVertices) / detection.median,
        relation: '>=',
        bound: LEAST_DETECTION,
      },
    ];
  });
  const of = `of ${trees.triangles} triangles [ms]`;
  return [
    ...perCase,
    { what: `refit ${of}`, value: trees.refit.median, relation: '<=', bound: MOST_REFIT },
    { what: `build ${of}`, value: trees.build.median, relation: '<=', bound: MOST_BUILD },
  ];
}
