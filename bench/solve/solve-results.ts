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
  /** Time of a run of whole iterations on one thread. */
  readonly untangle: Readonly<Record<Material, Rounds>>;
  /** Time of the constraints alone in the same run. */
  readonly untangleAlone: Readonly<Record<Material, Rounds>>;
  /** Time of whole iterations through a pool of one worker and of two. */
  readonly workers: Readonly<Record<Material, ByWorkers<Rounds>>>;
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

export const NAMES = {
  plain: 'jolt-physics',
  simd: 'jolt-physics, SIMD build',
  simdTwoThreads: 'jolt-physics, SIMD build, 2 threads',
} as const;
export type JoltWayName = keyof typeof NAMES;

/** The timed parts: constraints alone, or everything in an iteration. */
export const PARTS = ['alone', 'whole'] as const;
export type Part = (typeof PARTS)[number];

const UNIT = 'constraints/s';
/** Contents of each part besides the constraints, in Untangle and in Jolt. */
const OURS = { alone: 'the constraints alone', whole: 'with displacements before and positions after them' } as const;
const THEIRS = {
  alone: 'an iteration, less one of bodies without constraints',
  whole: 'a substep: with integration, a test of the floor, velocities',
} as const;
/** Note on the threads of the package, which don't start in Node without a repair. */
const MENDED = 'started by bench/solve/jolt-setup.ts';

/** Returns the time of one of Untangle's iterations on one thread [ms]. */
export const ourIteration = (
  { iterations, untangle, untangleAlone }: SolveTimes,
  material: Material,
  part: Part,
): Rounds => (part === 'alone' ? untangleAlone : untangle)[material].map((ms) => ms / iterations.untangle);

/** Returns the time of one of Jolt's iterations [ms]. */
export const joltIteration = ({ jolt }: SolveTimes, way: JoltWayName, set: JoltSet, part: Part): Rounds => {
  const { iteration } = jolt[way];
  return part === 'whole' ? iteration[set] : iteration[set].map((ms, round) => ms - iteration.none[round]);
};

export const solveWorkloads = (times: SolveTimes): Workload[] => [
  ...KINDS.flatMap((kind) => [
    ...PARTS.flatMap((part) => oneThread(times, kind, part)),
    ...twoThreads(times, kind, 'whole'),
  ]),
  ...PARTS.flatMap((part) => wholeMaterial(times, part)),
];

function oneThread(times: SolveTimes, { material, name, set, ours, theirs }: Kind, part: Part): Workload[] {
  const what = `octopi-8: ${name} ${part === 'alone' ? 'alone' : 'in whole iterations'}, one thread`;
  const count = times.counts[material];
  const row = (who: string, note: string, rounds: Rounds) => rateOf({ what, who, unit: UNIT, note }, count, { rounds });
  const { few } = times.iterations;
  const update = times.jolt.simd.update[set].map((ms) => ms / few);
  return [
    row('untangle', `${ours}; ${OURS[part]}`, ourIteration(times, material, part)),
    ...(['plain', 'simd'] as const).map((way) =>
      row(NAMES[way], `${theirs}; ${THEIRS[part]}`, joltIteration(times, way, set, part)),
    ),
    ...(part === 'whole'
      ? [row(`${NAMES.simd}, whole updates`, `of ${few} iterations each, above a floor`, update)]
      : []),
  ];
}

function twoThreads(times: SolveTimes, { material, name, set }: Kind, part: Part): Workload[] {
  const what = `octopi-8: ${name} in whole iterations, through threads`;
  const count = times.counts[material];
  const { untangle } = times.iterations;
  const { one, two, oneByHost, twoByHost } = times.workers[material];
  const row = (who: string, note: string, run: Rounds) =>
    rateOf({ what, who: `untangle, ${who}`, unit: UNIT, note }, count * untangle, { rounds: run });
  return [
    row('1 worker', STAGES_CLOCK, one),
    row('2 workers', STAGES_CLOCK, two),
    row('1 worker, whole call', `${HOST_CLOCK}; ${untangle} iterations`, oneByHost),
    row('2 workers, whole call', `${HOST_CLOCK}; ${untangle} iterations`, twoByHost),
    rateOf({ what, who: NAMES.simdTwoThreads, unit: UNIT, note: `${THEIRS[part]}; ${MENDED}` }, count, {
      rounds: joltIteration(times, 'simdTwoThreads', set, part),
    }),
  ];
}

/** Returns workloads of all constraints that keep a body in shape: Untangle's tetrahedra; Jolt's distances (against shear) and volumes. */
function wholeMaterial(times: SolveTimes, part: Part): Workload[] {
  const of = `of ${times.tetrahedra.toLocaleString('en-US')} tetrahedra`;
  const what = `octopi-8: the whole material ${of}, ${part === 'alone' ? 'its constraints once' : 'one iteration'}`;
  const row = (who: string, note: string, rounds: Rounds) => millisecondsOf({ what, who, note }, { rounds });
  return [
    row('untangle', `Neo-Hookean; ${OURS[part]}`, ourIteration(times, 'neo-hookean', part)),
    ...(['plain', 'simd'] as const).map((way) =>
      row(NAMES[way], `distances and volumes; ${THEIRS[part]}`, joltIteration(times, way, 'both', part)),
    ),
  ];
}
