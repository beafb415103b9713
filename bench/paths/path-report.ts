import { FLOOD_CELLS, TREE_STACK } from '../../src/gpu/kernels/constants.ts';
import { DEVICE_METHODS } from '../../src/simulation/path/passes.ts';
import type { PathMethod } from '../../src/simulation/path/tables.ts';
import { BRANCHES, RING, TRAVERSAL_LIMITS } from '../../src/simulation/path/limits.ts';
import { type Histogram, ratio } from '../report/statistics.ts';
import type { Timing } from '../measure/interleave.ts';
import type { PathLimits } from './path-limits.ts';
import type { PathSpeed } from './path-speed.ts';
import type { WorkOnGpu, WorkPerQuery } from './path-work.ts';
import { type Cell, digits, table } from '../report/report.ts';
import type { TreeTimings } from './triangle-trees.ts';
import type { WorkerTimings } from '../measure/threads.ts';

export interface PathResults {
  readonly cases: readonly {
    readonly name: string;
    readonly bound: number | undefined;
    readonly reference: number | undefined;
    readonly tetrahedra: number;
    readonly triangles: number;
    readonly surfaceVertices: number;
    readonly speed: PathSpeed;
    /** Number of queries that the path methods flood and tree answer differently. */
    readonly different: number;
    readonly detection: Timing;
    readonly workers: WorkerTimings;
    readonly work: readonly (WorkPerQuery & { readonly method: PathMethod })[];
    readonly gpu: WorkOnGpu | undefined;
  }[];
  readonly trees: TreeTimings;
  readonly limits: PathLimits;
}

/** Returns the results as Markdown tables. */
export const pathTables = (results: PathResults): string[] => [
  speedTable(results),
  workersTable(results),
  treesTable(results),
  workTable(results),
  limitsTable(results),
];

/** Returns queries per second: the median, and the range from the slowest to the fastest round. */
const perSecond = (count: number, { median, slowest, fastest }: Timing): [string, string] => {
  const rate = (ms: number) => digits((1000 * count) / ms);
  return [rate(median), `${rate(slowest)} to ${rate(fastest)}`];
};

function speedTable({ cases }: PathResults): string {
  const rows = cases.flatMap(({ name, bound, reference, speed }): Cell[][] => [
    [name, speed.rival.name, ...perSecond(speed.queries, speed.rival), 1, ''],
    ...speed.methods.map(({ method, timing, ratio: times }) => [
      name,
      method,
      ...perSecond(speed.queries, timing),
      digits(times),
      method === 'flood' && bound ? bound : '',
    ]),
    ...(reference ? [[name, "the paper's C++ (elsewhere)", '', '', reference, '']] : []),
  ]);
  const head = ['case', 'method', 'queries/s', 'slowest to fastest round', 'over three-mesh-bvh', 'at least'];
  return table('Queries on one thread, what a step makes for them included', head, rows);
}

function workersTable({ cases }: PathResults): string {
  const rows = cases.map(({ name, workers: { queries, one, two }, detection, surfaceVertices }) => [
    name,
    perSecond(queries, one)[0],
    perSecond(queries, two)[0],
    digits(ratio(two.rounds, one.rounds)),
    ...perSecond(surfaceVertices, detection),
  ]);
  const head = ['case', 'one worker, queries/s', 'two', 'ratio', 'detection, surface vertices/s', 'slowest to fastest'];
  return table('Two workers through the pool; detection on one thread', head, rows);
}

function treesTable({ trees }: PathResults): string {
  const row = (what: string, ours: Timing, theirs: Timing) => [
    what,
    digits(ours.median),
    `${digits(ours.fastest)} to ${digits(ours.slowest)}`,
    digits(theirs.median),
    digits(ratio(ours.rounds, theirs.rounds)),
  ];
  const head = ['', 'ms', 'fastest to slowest', 'three-mesh-bvh, ms', 'times as fast'];
  return table(`Tree over ${digits(trees.triangles)} boundary triangles, one thread`, head, [
    row('refit', trees.refit, trees.rivalRefit),
    row('build', trees.build, trees.rivalBuild),
  ]);
}

function workTable({ cases }: PathResults): string {
  const row = (name: string, on: string, work: WorkPerQuery): Cell[] => [
    name,
    on,
    digits(work.candidates),
    digits(work.traversals),
    digits(work.tetsVisited),
    work.cellsVisited ? digits(work.cellsVisited) : '',
    work.boundsTested ? digits(work.boundsTested) : '',
    work.undecidedByCulling === undefined ? '' : digits(work.undecidedByCulling),
    work.bytesRead ? digits(work.bytesRead) : '',
    work.queriesPerSecond ? digits(work.queriesPerSecond) : '',
  ];
  const rows = cases.flatMap(({ name, work, gpu }) => [
    ...work.map((own) => row(name, `cpu, ${own.method}`, own)),
    ...(gpu ? DEVICE_METHODS.map((method) => row(name, `gpu (${gpu[method].adapter}), ${method}`, gpu[method])) : []),
  ]);
  const counted = ['candidates', 'traversals', 'elements', 'cells', 'boxes or balls', 'culling aside'];
  return (
    table('Work a query', ['case', 'on', ...counted, 'bytes read', 'kernel, queries/s'], rows) +
    '\nBytes read: an estimate from the counters, 52 a candidate, 80 an element, 32 a box, 20 a ball (bench/paths/path-work.ts). An emulated GPU is never timed.\n'
  );
}

function limitsTable({ limits }: PathResults): string {
  const row = (what: string, limit: Cell, histogram: Histogram) => [
    what,
    digits(histogram.quantile(0.5)),
    digits(histogram.quantile(0.999)),
    digits(histogram.max),
    limit,
  ];
  return table(
    `What limits are chosen from: ${digits(limits.steps.total)} traversals to all faces nearer than the answers`,
    ['', 'median', '99.9 %', 'largest', 'limit'],
    [
      row('elements visited', TRAVERSAL_LIMITS.steps, limits.steps),
      row('branches that wait', BRANCHES, limits.branches),
      row('elements since one met again', RING, limits.loops),
      row("levels of a body's tree", TREE_STACK, limits.treeLevels),
      row('cells a flood reaches', FLOOD_CELLS, limits.cells),
    ],
  );
}
