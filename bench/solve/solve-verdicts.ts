import { median } from '../../src/math/statistics.ts';
import { digits, quantity, type Verdict, whyByRounds, whyTwoWorkers } from '../report/report.ts';
import { rates, ratio, ratios } from '../report/statistics.ts';
import type { Material } from './solve-case.ts';
import {
  joltIteration,
  type Kind,
  KINDS,
  NAMES,
  ourIteration,
  type Part,
  PARTS,
  type SolveTimes,
} from './solve-results.ts';

/**
 * Bounds of issue 5: rate of the constraints alone on one thread [constraints/s], speed relative to Jolt, speed-up of two workers
 * over one.
 */
const LEAST: Readonly<Record<Material, number>> = { 'mass-spring': 60e6, 'neo-hookean': 8e6 };
const LEAST_OVER_JOLT = 1;
const LEAST_TWO_WORKERS = 1.7;

const [DISTANCES] = KINDS;
const FLOAT64 =
  'ours are WebAssembly with two lanes of float64, one constraint in each, and every load converts float32 to float64, every store back, ' +
  'so that results have the bits of the TypeScript';
/** Additional data that Untangle's constraints process. */
const CARRIES: Readonly<Record<Material, string>> = {
  'mass-spring':
    'each loads x0 and displacements of its vertices apart, so that float32 rounds nothing away, and has a multiplier with compliance, and damping',
  'neo-hookean':
    'each solves a 3 by 3 system for nine multipliers, with shear, compliance and damping, from x0 and displacements apart, and keeps the moment of its impulses',
};
const LESS_WORK =
  "Jolt's edges have no multiplier, no damping and no compensated displacement, and their numbers stay float32";
/** Reasons why Jolt may be faster, by its build. */
const WHY_JOLT = {
  plain: `${LESS_WORK}; ${FLOAT64}`,
  simd: `${LESS_WORK}, so this build has a vector's coordinates in four lanes of float32, which need no conversion; ${FLOAT64}`,
} as const;
/** Names of both parts. */
const PART = { alone: 'the constraints alone', whole: 'whole iterations' } as const;

export const solveVerdicts = (times: SolveTimes): Verdict[] => [
  ...KINDS.map((kind) => rateVerdict(times, kind)),
  ...PARTS.flatMap((part) => (['plain', 'simd'] as const).map((way) => joltVerdict(times, part, way))),
  ...KINDS.map((kind) => workersVerdict(times, kind)),
];

function rateVerdict(times: SolveTimes, { material, name, set, theirs }: Kind): Verdict {
  const rounds = rates(times.counts[material], ourIteration(times, material, 'alone'));
  const jolts = median(rates(times.counts[material], joltIteration(times, 'plain', set, 'alone')));
  const bound = LEAST[material];
  const slower = median(rates(times.counts[material], ourIteration(times, material, 'alone', 'typescript')));
  const typescript = `without SIMD, TypeScript solves ${quantity(slower, 'constraints/s')}`;
  const beside = `${NAMES.plain} solves ${quantity(jolts, 'constraints/s')} in the same rounds (${theirs})`;
  return {
    what: `octopi-8: ${name} a second, one thread, ${PART.alone}`,
    value: median(rounds),
    relation: '>=',
    bound,
    why: `${whyByRounds(rounds, { relation: '>=', bound }, CARRIES[material])}; ${FLOAT64}; ${typescript}; ${beside}`,
  };
}

function joltVerdict(times: SolveTimes, part: Part, way: 'plain' | 'simd'): Verdict {
  const ours = ourIteration(times, DISTANCES.material, part);
  const theirs = joltIteration(times, way, DISTANCES.set, part);
  const limit = { relation: '>=', bound: LEAST_OVER_JOLT } as const;
  return {
    what: `octopi-8: ${DISTANCES.name} a second over ${NAMES[way]}, ${PART[part]}`,
    value: ratio(ours, theirs),
    ...limit,
    why: whyByRounds(ratios(ours, theirs), limit, WHY_JOLT[way]),
  };
}

function workersVerdict(times: SolveTimes, { material, name }: Kind): Verdict {
  const { one, two, oneByHost, twoByHost } = times.workers[material];
  const byHost = digits(ratio(twoByHost, oneByHost));
  return {
    what: `octopi-8: ${name}, two workers over one, by the stages' clock`,
    value: ratio(two, one),
    relation: '>=',
    bound: LEAST_TWO_WORKERS,
    why: `${whyTwoWorkers(ratios(two, one), LEAST_TWO_WORKERS)}; ${byHost} by the host's clock`,
  };
}
