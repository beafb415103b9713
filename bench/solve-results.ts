import { median } from '../src/cli/answer-paths.ts';
import { medianRatio, type Rounds, rates } from './rates.ts';
import type { Verdict } from './report.ts';
import type { Material } from './solve-case.ts';
import type { JoltTimes } from './solve-jolt.ts';
import { overRounds } from './spread.ts';
import type { Workload } from './suite.ts';

/** Milliseconds in each round. */
export interface SolveTimes {
  readonly tetrahedra: number;
  /** Constraints that an iteration solves. */
  readonly counts: Readonly<Record<Material, number>>;
  /** In a run of ours, and in the two updates of Jolt's that are compared. */
  readonly iterations: { readonly untangle: number; readonly few: number; readonly many: number };
  /** A run on one thread. */
  readonly untangle: Readonly<Record<Material, Rounds>>;
  /** The same through a pool of one worker and of two. */
  readonly workers: Readonly<Record<Material, { readonly one: Rounds; readonly two: Rounds }>>;
  readonly jolt: { readonly plain: JoltTimes; readonly simd: JoltTimes; readonly simdTwoThreads: JoltTimes };
}

/** What issue 5 asks for: on one thread [constraints/s], beside Jolt, of two workers over one. */
const LEAST: Readonly<Record<Material, number>> = { 'mass-spring': 60e6, 'neo-hookean': 8e6 };
const LEAST_OVER_JOLT = 1;
const LEAST_TWO_WORKERS = 1.7;

interface Kind {
  readonly material: Material;
  /** As constraints are called in the table. */
  readonly name: string;
  readonly set: 'edges' | 'volumes';
  readonly ours: string;
  readonly theirs: string;
}

const KINDS: readonly Kind[] = [
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

const [DISTANCES] = KINDS;
const UNIT = 'constraints/s';
const NAMES = {
  plain: 'jolt-physics',
  simd: 'jolt-physics, SIMD build',
  simdTwoThreads: 'jolt-physics, SIMD build, 2 threads',
} as const;
/** How Jolt's constraints are told from what surrounds them. */
const APART = 'its work on vertices taken off';
/** The package's threads don't start in Node as they are. */
const MENDED = 'started by bench/jolt-load.ts';

export const solveWorkloads = (times: SolveTimes): Workload[] => [
  ...KINDS.flatMap((kind) => [...oneThread(times, kind), ...twoThreads(times, kind)]),
  ...wholeMaterial(times),
];

/** Of a set of constraints alone: an iteration, less one of bodies that have none. */
const alone = ({ iteration }: JoltTimes, set: Kind['set']): number[] =>
  iteration[set].map((ms, round) => ms - iteration.none[round]);

/** Constraints a second, in each round. */
const ourRates = ({ counts, iterations, untangle }: SolveTimes, material: Material): number[] =>
  rates(counts[material] * iterations.untangle, untangle[material]);
const joltRates = ({ counts, jolt }: SolveTimes, { material, set }: Kind, way: keyof typeof NAMES): number[] =>
  rates(counts[material], alone(jolt[way], set));

function oneThread(times: SolveTimes, kind: Kind): Workload[] {
  const { material, name, set, ours, theirs } = kind;
  const what = `octopi-8: ${name} solved on one thread`;
  const updates = rates(times.counts[material] * times.iterations.few, times.jolt.simd.update[set]);
  return [
    overRounds({ what, who: 'untangle', unit: UNIT, note: ours }, ourRates(times, material)),
    overRounds({ what, who: NAMES.plain, unit: UNIT, note: `${theirs}; ${APART}` }, joltRates(times, kind, 'plain')),
    overRounds({ what, who: NAMES.simd, unit: UNIT, note: `${theirs}; ${APART}` }, joltRates(times, kind, 'simd')),
    overRounds(
      { what, who: NAMES.simd, unit: UNIT, note: `whole updates of ${times.iterations.few} iterations above a floor` },
      updates,
    ),
  ];
}

function twoThreads(times: SolveTimes, kind: Kind): Workload[] {
  const { material, name } = kind;
  const what = `octopi-8: ${name} solved through threads`;
  const count = times.counts[material] * times.iterations.untangle;
  const { one, two } = times.workers[material];
  return [
    overRounds({ what, who: 'untangle, 1 worker', unit: UNIT }, rates(count, one)),
    overRounds({ what, who: 'untangle, 2 workers', unit: UNIT }, rates(count, two)),
    overRounds({ what, who: NAMES.simdTwoThreads, unit: UNIT, note: MENDED }, joltRates(times, kind, 'simdTwoThreads')),
  ];
}

/** What keeps a body in shape: ours are the tetrahedra alone, Jolt needs distances for the shear, and volumes. */
function wholeMaterial({ untangle, iterations, jolt, tetrahedra }: SolveTimes): Workload[] {
  const what = `octopi-8: one iteration over the whole material of ${tetrahedra.toLocaleString('en-US')} tetrahedra`;
  const ours = untangle['neo-hookean'].map((ms) => ms / iterations.untangle);
  const note = 'distances and volumes, and its work on vertices';
  return [
    overRounds({ what, who: 'untangle', unit: 'ms', note: 'Neo-Hookean' }, ours),
    overRounds({ what, who: NAMES.plain, unit: 'ms', note }, jolt.plain.iteration.both),
    overRounds({ what, who: NAMES.simd, unit: 'ms', note }, jolt.simd.iteration.both),
  ];
}

export function solveVerdicts(times: SolveTimes): Verdict[] {
  const bySpeed = KINDS.map(({ material, name }): Verdict => {
    const value = median(ourRates(times, material));
    return { what: `octopi-8: ${name} a second, one thread`, value, relation: '>=', bound: LEAST[material] };
  });
  const overJolt = (['plain', 'simd'] as const).map(
    (way): Verdict => ({
      what: `octopi-8: ${DISTANCES.name} a second, over ${NAMES[way]}`,
      value: medianRatio(ourRates(times, DISTANCES.material), joltRates(times, DISTANCES, way)),
      relation: '>=',
      bound: LEAST_OVER_JOLT,
      why: 'JavaScript against compiled C++, whose distances have neither damping nor multipliers',
    }),
  );
  const byWorkers = KINDS.map(({ material, name }): Verdict => {
    const { one, two } = times.workers[material];
    return {
      what: `octopi-8: ${name}, two workers over one`,
      value: medianRatio(one, two),
      relation: '>=',
      bound: LEAST_TWO_WORKERS,
    };
  });
  return [...bySpeed, ...overJolt, ...byWorkers];
}
