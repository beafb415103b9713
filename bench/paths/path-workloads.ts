import type { Timing } from '../measure/interleave.ts';
import type { PathResults } from './path-report.ts';
import { ourTree, RIVAL_TREE } from '../collision/rival.ts';
import { millisecondsOf, rateOf } from '../report/spread.ts';
import type { Workload } from '../suite.ts';
import { HOST_CLOCK, STAGES_CLOCK } from '../measure/worker-clocks.ts';

type PathCase = PathResults['cases'][number];

const PEER = 'three-mesh-bvh';

export const pathWorkloads = ({ cases, trees }: Pick<PathResults, 'cases' | 'trees'>): Workload[] => [
  ...cases.flatMap(caseWorkloads),
  ...treeWorkloads('refit', trees.triangles, trees.refit, trees.rivalRefit),
  ...treeWorkloads('build', trees.triangles, trees.build, trees.rivalBuild),
];

function caseWorkloads({ name, speed, workers, detection, surfaceVertices }: PathCase): Workload[] {
  const queries = { what: `${name}: shortest paths`, unit: 'queries/s' };
  const pooled = { what: `${name}: shortest paths through a pool`, unit: 'queries/s' };
  return [
    ...speed.methods.map(({ method, timing }) =>
      rateOf({ ...queries, who: method === 'flood' ? 'untangle' : `untangle, ${method}` }, speed.queries, timing),
    ),
    rateOf(
      { ...queries, who: PEER, note: 'closestPointToPoint: Euclidean, on whichever surface is nearest' },
      speed.queries,
      speed.rival,
    ),
    rateOf({ ...pooled, who: 'untangle, 1 worker', note: STAGES_CLOCK }, workers.queries, workers.one),
    rateOf({ ...pooled, who: 'untangle, 2 workers', note: STAGES_CLOCK }, workers.queries, workers.two),
    rateOf({ ...pooled, who: 'untangle, 1 worker, whole call', note: HOST_CLOCK }, workers.queries, workers.oneByHost),
    rateOf({ ...pooled, who: 'untangle, 2 workers, whole call', note: HOST_CLOCK }, workers.queries, workers.twoByHost),
    rateOf(
      { what: `${name}: detection on one thread`, who: 'untangle', unit: 'surface vertices/s' },
      surfaceVertices,
      detection,
    ),
  ];
}

function treeWorkloads(work: string, triangles: number, ours: Timing, theirs: Timing): Workload[] {
  const what = `${work} of a tree over ${triangles.toLocaleString('en-US')} triangles`;
  return [
    millisecondsOf({ what, who: 'untangle', note: ourTree() }, ours),
    millisecondsOf({ what, who: PEER, note: RIVAL_TREE }, theirs),
  ];
}
