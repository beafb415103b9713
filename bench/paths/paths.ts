import { median } from '../../src/math/statistics.ts';
import { OneThread, timeDetection, timeTwoWorkers } from '../measure/threads.ts';
import type { Timing } from '../measure/interleave.ts';
import { type BenchCase, benchCases, timePaths } from './path-speed.ts';
import { PathLimits } from './path-limits.ts';
import { type PathResults, pathTables } from './path-report.ts';
import { countDifferent, workOnCpu, workOnGpu } from './path-work.ts';
import { PATH_METHODS } from '../../src/simulation/path/tables.ts';
import { pathWorkloads } from './path-workloads.ts';
import { rates, ratios } from '../report/statistics.ts';
import { digits, type Verdict, whyByRounds, whyTwoWorkers } from '../report/report.ts';
import type { Suite } from '../suite.ts';
import { timeTriangleTrees } from './triangle-trees.ts';

/** Bounds of issue 3, in addition to the bounds of the cases. */
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
  // The GPU comes last, because an opened device keeps polling in Node's event loop, which would disturb the timing of workers.
  const complete: PathResults['cases'][number][] = [];
  for (const [i, { name, pathCase }] of cases.entries()) {
    tell(`${name} on the GPU`);
    complete.push({ ...measured[i], gpu: await workOnGpu(pathCase) });
  }
  return { cases: complete, trees, limits };
}

const verdictsOf = ({ cases, trees }: PathResults): Verdict[] => [
  ...cases.flatMap(caseVerdicts),
  treeVerdict(`refit of ${trees.triangles} triangles [ms]`, trees.refit, trees.rivalRefit, MOST_REFIT),
  treeVerdict(`build of ${trees.triangles} triangles [ms]`, trees.build, trees.rivalBuild, MOST_BUILD),
];

function caseVerdicts(one: PathResults['cases'][number]): Verdict[] {
  const { name, bound, speed, different, workers, detection, surfaceVertices } = one;
  const flood = speed.methods.find(({ method }) => method === 'flood');
  const overOne = ratios(workers.two.rounds, workers.one.rounds);
  const detected = rates(surfaceVertices, detection.rounds);
  return [
    ...(bound && flood ? [floodVerdict(name, bound, flood.timing, speed.rival)] : []),
    {
      what: `${name}: answers of flood that differ from tree's, without culling`,
      value: different,
      relation: '<=',
      bound: 0,
    },
    {
      what: `${name}: two workers over one`,
      value: median(overOne),
      relation: '>=',
      bound: LEAST_TWO_WORKERS,
      why: whyTwoWorkers(overOne, LEAST_TWO_WORKERS),
    },
    {
      what: `${name}: surface vertices detected a second`,
      value: median(detected),
      relation: '>=',
      bound: LEAST_DETECTION,
      why: whyByRounds(
        detected,
        { relation: '>=', bound: LEAST_DETECTION },
        'walks down trees load boxes here and there: they wait for the cache and memory',
      ),
    },
  ];
}

function floodVerdict(name: string, bound: number, flood: Timing, rival: Timing): Verdict {
  const rounds = ratios(flood.rounds, rival.rounds);
  const reason = `${digits(flood.median)} ms beside three-mesh-bvh's ${digits(rival.median)} ms, which look for the nearest point alone and leave out boxes, folds and cells that flood has made in its time`;
  const limit = { relation: '>=', bound } as const;
  const what = `${name}: flood over three-mesh-bvh`;
  return { what, value: median(rounds), ...limit, why: whyByRounds(rounds, limit, reason) };
}

/** Judges a time relative to three-mesh-bvh's time in the same rounds, so that the machine's speed cancels out. */
function treeVerdict(what: string, ours: Timing, rival: Timing, bound: number): Verdict {
  const limit = { relation: '<=', bound } as const;
  const reason = `three-mesh-bvh takes ${digits(rival.median)} ms in the same rounds`;
  return { what, value: ours.median, ...limit, why: whyByRounds(ours.rounds, limit, reason) };
}
