import type { Rounds } from '../report/statistics.ts';
import type { Material } from './solve-case.ts';
import type { JoltSet, JoltTimes } from './solve-jolt.ts';
import { millisecondsOf, rateOf } from '../report/spread.ts';
import type { Workload } from '../suite.ts';
import { type ByWorkers, HOST_CLOCK, STAGES_CLOCK } from '../measure/worker-clocks.ts';

/** Times in each round [ms]. */
export interface SolveTimes {
  readonly tetrahedra: number;
  /** Number of constraints per iteration. */
  readonly counts: Readonly<Record<Material, number>>;
  /** Iterations of our run, and of the two compared updates of Jolt. */
  readonly iterations: { readonly untangle: number; readonly few: number; readonly many: number };
  /** Time of a run on one thread, by our kernels. */
  readonly untangle: Readonly<Record<OurWay, Readonly<Record<Material, Readonly<Record<Part, Rounds>>>>>>;
  /** Time of whole iterations through a pool of one worker and of two. */
  readonly workers: Readonly<Record<Material, ByWorkers<Rounds>>>;
  /** Time of the same iterations of bodies without constraints, in the same rounds. */
  readonly workersBare: Readonly<Record<Material, ByWorkers<Rounds>>>;
  readonly jolt: { readonly plain: JoltTimes; readonly simd: JoltTimes; readonly simdTwoThreads: JoltTimes };
}

export interface Kind {
  readonly material: Material;
  /** Name of the constraints in the table. */
  readonly name: string;
  readonly set: 'edges' | 'volumes';
  readonly ours: string;
  readonly theirs: string;
}

export const KINDS: readonly Kind[] = [
  {
    material: 'mass-spring',
    name: 'distance constraints',
    set: 'edges',
    ours: 'compliance, damping, multipliers',
    theirs: 'compliance, neither damping nor multipliers',
  },
  {
    material: 'neo-hookean',
    name: 'tetrahedra',
    set: 'volumes',
    ours: 'stable Neo-Hookean with damping, nine multipliers each',
    theirs: 'another, cheaper constraint: the volume alone, no shear',
  },
];

/** Our kernels: those in SIMD, which the CPU backend uses by default, and the TypeScript from whose text they are made. */
export const OUR_NAMES = { simd: 'untangle', typescript: 'untangle, TypeScript' } as const;
export type OurWay = keyof typeof OUR_NAMES;
export const OUR_WAYS = ['simd', 'typescript'] as const satisfies readonly OurWay[];

export const NAMES = {
  plain: 'jolt-physics',
  simd: 'jolt-physics, SIMD build',
  simdTwoThreads: 'jolt-physics, SIMD build, 2 threads',
} as const;
export type JoltWayName = keyof typeof NAMES;
/** Jolt's ways on one thread. */
const JOLT_WAYS = ['plain', 'simd'] as const satisfies readonly JoltWayName[];

/** The timed parts: constraints alone, or everything in an iteration. */
export const PARTS = ['alone', 'whole'] as const;
export type Part = (typeof PARTS)[number];

const UNIT = 'constraints/s';
/** Contents of each part besides the constraints, in Untangle and in Jolt. */
const OURS = { alone: 'the constraints alone', whole: 'with displacements before and positions after them' } as const;
/** What each of our ways runs. */
const RUNS = {
  simd: 'WebAssembly, two lanes of float64',
  typescript: 'the same loops without SIMD, as V8 compiles them; the same results, bit for bit',
} as const;
/** How constraints alone are timed in workers, where no clock stands around them. */
const LESS_BARE = `whole iterations, less those of bodies without constraints; ${STAGES_CLOCK}`;
const THEIRS = {
  alone: 'an iteration, less one of bodies without constraints',
  whole: 'a substep: with integration, a test of the floor, velocities',
} as const;
/** Note on the threads of the package, which don't start in Node without a repair. */
const MENDED = 'started by bench/solve/jolt-setup.ts';

/** Returns the time of one of Untangle's iterations on one thread [ms]. */
export const ourIteration = (
  { iterations, untangle }: SolveTimes,
  material: Material,
  part: Part,
  way: OurWay = 'simd',
): Rounds => untangle[way][material][part].map((ms) => ms / iterations.untangle);

/** Returns the time of the constraints alone through a pool [ms per run]: of whole iterations, less those of bodies without constraints. */
export const aloneInWorkers = (
  { workers, workersBare }: SolveTimes,
  material: Material,
  pool: keyof ByWorkers<Rounds>,
): Rounds => workers[material][pool].map((ms, round) => ms - workersBare[material][pool][round]);

/** Returns the time of one of Jolt's iterations [ms]. */
export const joltIteration = ({ jolt }: SolveTimes, way: JoltWayName, set: JoltSet, part: Part): Rounds => {
  const { iteration } = jolt[way];
  return part === 'whole' ? iteration[set] : iteration[set].map((ms, round) => ms - iteration.none[round]);
};

export const solveWorkloads = (times: SolveTimes): Workload[] => [
  ...KINDS.flatMap((kind) => [
    ...PARTS.flatMap((part) => oneThread(times, kind, part)),
    ...PARTS.flatMap((part) => twoThreads(times, kind, part)),
  ]),
  ...PARTS.flatMap((part) => wholeMaterial(times, part)),
];

const inPart = (part: Part): string => (part === 'alone' ? 'alone' : 'in whole iterations');

function oneThread(times: SolveTimes, { material, name, set, ours, theirs }: Kind, part: Part): Workload[] {
  const what = `octopi-8: ${name} ${inPart(part)}, one thread`;
  const count = times.counts[material];
  const row = (who: string, note: string, rounds: Rounds) => rateOf({ what, who, unit: UNIT, note }, count, { rounds });
  const { few } = times.iterations;
  const update = times.jolt.simd.update[set].map((ms) => ms / few);
  return [
    ...OUR_WAYS.map((way) =>
      row(OUR_NAMES[way], `${RUNS[way]}; ${ours}; ${OURS[part]}`, ourIteration(times, material, part, way)),
    ),
    ...JOLT_WAYS.map((way) => row(NAMES[way], `${theirs}; ${THEIRS[part]}`, joltIteration(times, way, set, part))),
    ...(part === 'whole'
      ? [row(`${NAMES.simd}, whole updates`, `of ${few} iterations each, above a floor`, update)]
      : []),
  ];
}

function twoThreads(times: SolveTimes, { material, name, set }: Kind, part: Part): Workload[] {
  const what = `octopi-8: ${name} ${inPart(part)}, through threads`;
  const count = times.counts[material];
  const row = (who: string, note: string, run: Rounds) =>
    rateOf({ what, who, unit: UNIT, note }, count * times.iterations.untangle, { rounds: run });
  return [
    ...(part === 'whole' ? wholeInWorkers(times, material, row) : constraintsInWorkers(times, material, row)),
    rateOf({ what, who: NAMES.simdTwoThreads, unit: UNIT, note: `${THEIRS[part]}; ${MENDED}` }, count, {
      rounds: joltIteration(times, 'simdTwoThreads', set, part),
    }),
  ];
}

/** Makes a workload. @param run time of a run in each round [ms] */
type Row = (who: string, note: string, run: Rounds) => Workload;

function wholeInWorkers({ workers, iterations }: SolveTimes, material: Material, row: Row): Workload[] {
  const { one, two, oneByHost, twoByHost } = workers[material];
  const byHost = `${HOST_CLOCK}; ${iterations.untangle} iterations`;
  return [
    row('untangle, 1 worker', STAGES_CLOCK, one),
    row('untangle, 2 workers', STAGES_CLOCK, two),
    row('untangle, 1 worker, whole call', byHost, oneByHost),
    row('untangle, 2 workers, whole call', byHost, twoByHost),
  ];
}

const constraintsInWorkers = (times: SolveTimes, material: Material, row: Row): Workload[] => [
  row('untangle, 1 worker', LESS_BARE, aloneInWorkers(times, material, 'one')),
  row('untangle, 2 workers', LESS_BARE, aloneInWorkers(times, material, 'two')),
];

/** Returns workloads of all constraints that keep a body in shape: Untangle's tetrahedra; Jolt's distances (against shear) and volumes. */
function wholeMaterial(times: SolveTimes, part: Part): Workload[] {
  const of = `of ${times.tetrahedra.toLocaleString('en-US')} tetrahedra`;
  const what = `octopi-8: the whole material ${of}, ${part === 'alone' ? 'its constraints once' : 'one iteration'}`;
  const row = (who: string, note: string, rounds: Rounds) => millisecondsOf({ what, who, note }, { rounds });
  return [
    ...OUR_WAYS.map((way) =>
      row(OUR_NAMES[way], `Neo-Hookean; ${RUNS[way]}; ${OURS[part]}`, ourIteration(times, 'neo-hookean', part, way)),
    ),
    ...JOLT_WAYS.map((way) =>
      row(NAMES[way], `distances and volumes; ${THEIRS[part]}`, joltIteration(times, way, 'both', part)),
    ),
  ];
}
