import { median } from '../../src/math/statistics.ts';
import { digits, table, type Verdict } from '../report/report.ts';
import { perIteration, ratio, type Rounds } from '../report/statistics.ts';
import { millisecondsOf, overRounds } from '../report/spread.ts';
import type { Workload } from '../suite.ts';
import type { Nearness, StepResult, WayResult } from './compare-step.ts';
import { CONVERGED } from './converged.ts';
import type { ThrowResult } from './throws.ts';
import { type Method, METHOD_NAMES } from './ways.ts';

export interface IntegratorDetails {
  readonly steps: readonly StepResult[];
  readonly throws: readonly ThrowResult[];
}

/** Errors and residuals for which the fastest way is told. */
const TARGETS = [0.1, 0.01, 0.001];
const INTEGRATORS: readonly { readonly who: string; readonly methods: readonly Method[] }[] = [
  { who: 'XPBD', methods: ['xpbd'] },
  { who: 'implicit Euler', methods: ['linear', 'newton'] },
];
const WORKERS = ['1 worker', '2 workers'] as const;

const percent = (share: number): string => `${Number((100 * share).toPrecision(3))} %`;

/** Returns the way of these methods that reaches a share of the prediction's error (or residual) soonest. */
function fastest(
  ways: readonly WayResult[],
  methods: readonly Method[],
  measure: keyof Nearness,
  target: number,
  pool: 0 | 1,
): WayResult | undefined {
  return ways
    .filter((way) => methods.includes(way.method) && way[measure] <= target)
    .sort((a, b) => median(a.rounds[pool]) - median(b.rounds[pool]))[0];
}

/** Describes a way by its numbers of iterations. */
function told({ method, iterations, tolerance, linearIterations }: WayResult): string {
  if (method === 'xpbd') return `${iterations} iterations`;
  if (method === 'linear') return `one linear solve, ${linearIterations} iterations`;
  return `${iterations} of Newton’s iterations to ${tolerance}, ${linearIterations} linear ones`;
}

/** Costs of a step's parts, from runs of few and of many iterations. */
const COSTS: readonly {
  readonly what: string;
  readonly method: Method;
  readonly few: number;
  readonly many: number;
}[] = [
  { what: 'an iteration of XPBD', method: 'xpbd', few: 10, many: 50 },
  { what: 'an iteration of conjugate gradients', method: 'linear', few: 5, many: 20 },
];

/** Returns the time of each of COSTS in each round, and that of a linear solve without its iterations [ms]. */
function costRounds({ ways }: StepResult, pool: 0 | 1): readonly (readonly [what: string, rounds: Rounds])[] {
  const at = (method: Method, iterations: number) =>
    ways.find((way) => way.method === method && way.iterations === iterations)!.rounds[pool];
  const costs = COSTS.map(({ what, method, few, many }) => {
    const rounds = perIteration(at(method, few), at(method, many), many - few);
    return [what, rounds] as const;
  });
  const [, [, linear]] = costs;
  const { few } = COSTS[1];
  return [...costs, ['assembling a linear system', at('linear', few).map((ms, round) => ms - few * linear[round])]];
}

/** Workloads: what iterations cost, and assembling a linear system. */
export const costWorkloads = (step: StepResult): Workload[] =>
  ([0, 1] as const).flatMap((pool) =>
    costRounds(step, pool).map(([what, rounds]) =>
      millisecondsOf({ what: `${step.name}: ${what}`, who: WORKERS[pool] }, { rounds }),
    ),
  );

export const costTable = (steps: readonly StepResult[]): string =>
  table(
    'Time of parts with 1 worker and with 2, ms',
    ['step', ...costRounds(steps[0], 0).map(([what]) => what)],
    steps.map((step) => {
      const [one, two] = ([0, 1] as const).map((pool) => costRounds(step, pool).map(([, rounds]) => median(rounds)));
      return [step.name, ...one.map((ms, i) => `${digits(ms)}, ${digits(two[i])}`)];
    }),
  );

/** Workloads: the times in which a step's error shrinks to the targets. */
export const stepWorkloads = ({ name, ways }: StepResult): Workload[] =>
  TARGETS.flatMap((target) =>
    ([0, 1] as const).flatMap((pool) =>
      INTEGRATORS.flatMap(({ who, methods }) => {
        const way = fastest(ways, methods, 'error', target, pool);
        const about = {
          what: `${name}: to ${percent(target)} of the prediction's error`,
          who: `${who}, ${WORKERS[pool]}`,
        };
        return way ? [millisecondsOf({ ...about, note: told(way) }, { rounds: way.rounds[pool] })] : [];
      }),
    ),
  );

export const throwWorkloads = ({ who, ...result }: ThrowResult): Workload[] => [
  {
    what: 'octopi-8 of 16 K tetrahedra, thrown: a frame',
    who,
    unit: 'ms',
    median: result.median,
    low: result.shortest,
    high: result.longest,
    note: 'of frames: median, shortest and longest',
  },
  overRounds({ what: 'octopi-8 thrown: deepest point at rest', who, unit: 'mm' }, [1000 * result.deepestAtRest]),
  overRounds({ what: 'octopi-8 thrown: surface vertices that penetrate, at rest', who, unit: '%' }, [
    100 * result.penetrating,
  ]),
  overRounds({ what: "octopi-8 thrown: kinetic energy at rest, of the peak's", who, unit: '%' }, [
    100 * result.energyShare,
  ]),
];

export const stepVerdicts = ({ name, converged }: StepResult): Verdict[] => [
  {
    what: `${name}: residual of the converged step, of the prediction's`,
    value: converged,
    relation: '<=',
    bound: CONVERGED,
  },
];

/** The integrator that is recommended for a step (docs/method.md): it has to reach a share of the prediction's error sooner. */
const RECOMMENDED = [
  { step: 0, target: 0.1, sooner: INTEGRATORS[0], later: INTEGRATORS[1] },
  { step: 1, target: 0.001, sooner: INTEGRATORS[1], later: INTEGRATORS[0] },
  { step: 3, target: 0.1, sooner: INTEGRATORS[1], later: INTEGRATORS[0] },
];

export const recommendedVerdicts = (steps: readonly StepResult[]): Verdict[] =>
  RECOMMENDED.map(({ step, target, sooner, later }) => {
    const { name, ways } = steps[step];
    const [fast, slow] = [sooner, later].map(({ methods }) => fastest(ways, methods, 'error', target, 0)?.rounds[0]);
    return {
      what: `${name}: time of ${later.who} to ${percent(target)} of the prediction's error over that of ${sooner.who}`,
      value: fast && slow ? ratio(fast, slow) : Number.NaN,
      relation: '>=',
      bound: 1,
    };
  });

export const stepTable = ({ name, tetrahedra, floor, ways }: StepResult): string =>
  table(
    `${name}, ${tetrahedra} tetrahedra; ${floorText(floor)}`,
    ['way', 'iterations', 'of conjugate gradients', 'error', 'residual', '1 worker, ms', '2 workers, ms'],
    ways.map(({ method, iterations, tolerance, linearIterations, residual, error, rounds }) => [
      tolerance === undefined ? METHOD_NAMES[method] : `${METHOD_NAMES[method]} to ${tolerance}`,
      iterations,
      linearIterations || '',
      exponential(error),
      exponential(residual),
      digits(median(rounds[0])),
      digits(median(rounds[1])),
    ]),
  );

const floorText = ({ error, residual }: Nearness): string =>
  `in float32 no nearer than error ${exponential(error)}, residual ${exponential(residual)}`;

const exponential = (value: number): string => value.toExponential(1);

/** Tells how near the methods came. */
function nearest(ways: readonly WayResult[], methods: readonly Method[], measure: keyof Nearness): string {
  const [best] = ways.filter(({ method }) => methods.includes(method)).sort((a, b) => a[measure] - b[measure]);
  return `no: ${percent(best[measure])} after ${told(best)}`;
}

/** The fastest ways to the targets, with one worker and two. @param measure of the nearness: the error, or the residual */
export function targetTable(steps: readonly StepResult[], measure: keyof Nearness): string {
  const rows = steps.flatMap(({ name, ways }) =>
    INTEGRATORS.map(({ who, methods }) => [
      name,
      who,
      ...TARGETS.map((target) => {
        const both = ([0, 1] as const).map((pool) => fastest(ways, methods, measure, target, pool));
        const [one, two] = both.map((way, pool) => (way ? digits(median(way.rounds[pool])) : '-'));
        return both[0] ? `${one}, ${two} ms (${told(both[0])})` : nearest(ways, methods, measure);
      }),
    ]),
  );
  const head = ['step', 'integrator', ...TARGETS.map(percent)];
  return table(`Time to a share of the prediction's ${measure}, with 1 worker and with 2`, head, rows);
}

export const throwTable = (throws: readonly ThrowResult[]): string =>
  table(
    'octopi-8 of 16 K tetrahedra, thrown at 10 m/s: 100 frames, 2 workers',
    [
      ...[
        'integrator',
        'frame: median, ms',
        'mean',
        'longest',
        'deepest, mm',
        'deepest at rest, mm',
        'penetrating at rest',
      ],
      ...["deeper than 1 % of an arm's radius", 'kinetic energy at rest, J', "of the peak's", 'frames'],
    ],
    throws.map((each) => [
      each.who,
      ...[each.median, each.mean, each.longest, 1000 * each.deepest, 1000 * each.deepestAtRest].map(digits),
      ...[percent(each.penetrating), percent(each.deep), digits(each.energy), percent(each.energyShare), each.frames],
    ]),
  );
