import { median } from '../../src/math/statistics.ts';
import type { Machine, Run } from '../report/machine.ts';
import { type Curve, type CurveStyle, type LogPanel, logPlot } from '../report/log-plot.ts';
import type { ResultsFile } from '../report/results.ts';
import type { StepResult, WayResult } from './compare-step.ts';
import type { IntegratorDetails } from './integrators-results.ts';
import { type Method, METHOD_NAMES, METHODS, NEWTON_TOLERANCES } from './ways.ts';

/** The picture, which `npm run bench -- table` draws from bench/results. */
export const PICTURE_FILE = 'docs/pictures/integrators.svg';

const STYLES: Readonly<Record<Method, CurveStyle>> = {
  xpbd: { name: METHOD_NAMES.xpbd, colour: '#0072b2', marker: 'circle' },
  linear: { name: METHOD_NAMES.linear, colour: '#e69f00', marker: 'square' },
  newton: { name: METHOD_NAMES.newton, colour: '#d55e00', marker: 'triangle' },
};
const TWO_WORKERS: CurveStyle = { name: 'the same with 2 workers', colour: '#5c6670', dashes: '5 3' };

/** Number of steps in the picture: the first ones. */
const PANELS = 4;
/** Lowest and highest error of the plots. */
const RANGE = [1e-5, 1] as const;
/** Numbers of iterations that are written beside their points. */
const TOLD: Readonly<Record<Method, readonly number[]>> = {
  xpbd: [1, 5, 20, 100, 400, 3200],
  linear: [10, 40],
  newton: [1, 2, 3, 4, 5, 6],
};

/** Draws the error of a step over the time of its solve. @returns SVG; undefined if the suite has not run on any machine */
export function pictureOf(files: readonly ResultsFile[]): string | undefined {
  const file = files.find(({ suites }) => suites.integrators);
  if (!file) return undefined;
  const { details, machine: run } = file.suites.integrators;
  return draw((details as IntegratorDetails).steps, file.machine, run);
}

function draw(steps: readonly StepResult[], { processor, cores }: Machine, { untangle, node }: Run): string {
  return logPlot(steps.slice(0, PANELS).map(panelOf), {
    title: 'Error left in a step over the time of its solve',
    caption: [
      'Error: distance from the converged implicit Euler step, weighted by mass, as a share of the prediction’s; 100 % is a step ' +
        'without elasticity. No contacts, no material damping.',
      'Numbers at points: iterations of XPBD, of conjugate gradients (one linear solve), or of Newton’s method, whose linear solves ' +
        `shrink the residual to ${NEWTON_TOLERANCES.join(' or ')}, whichever is faster.`,
      `CPU, ${processor}, ${cores} cores, Node ${node}, untangle ${untangle}; the step’s solve alone, medians of rounds in turn.`,
    ],
    x: 'time of the solve, ms',
    y: 'error',
    range: RANGE,
    tell: (error) => `${Number((100 * error).toPrecision(3))} %`,
    legend: [STYLES.xpbd, STYLES.linear, STYLES.newton, TWO_WORKERS],
  });
}

function panelOf({ name, tetrahedra, ways }: StepResult): LogPanel {
  const curves = ([1, 0] as const).flatMap((pool) =>
    METHODS.map((method) => {
      const own = ways.filter((way) => way.method === method && !isConverged(way));
      const style = pool === 0 ? STYLES[method] : { ...TWO_WORKERS, colour: STYLES[method].colour };
      return curveOf(method === 'newton' ? bestOf(own, pool) : own, pool, style);
    }),
  );
  return { title: name, note: `${tetrahedra.toLocaleString('en')} tetrahedra`, curves };
}

/** Whether a linear solve has ended before its number of iterations. It is then the same as with fewer. */
const isConverged = ({ method, iterations, linearIterations }: WayResult): boolean =>
  method === 'linear' && linearIterations < iterations;

/** Returns the ways that no other way beats in both error and time. */
const bestOf = (ways: readonly WayResult[], pool: 0 | 1): WayResult[] => {
  const time = (way: WayResult) => median(way.rounds[pool]);
  return ways
    .filter((way) => !ways.some((other) => time(other) < time(way) && other.error <= way.error))
    .sort((a, b) => time(a) - time(b));
};

function curveOf(ways: readonly WayResult[], pool: 0 | 1, { marker, ...style }: CurveStyle): Curve {
  const told = new Set<number>();
  // Newton's curve has a number of iterations twice, with different tolerances.
  const isTold = (method: Method, iterations: number) => {
    const isNew = TOLD[method].includes(iterations) && !told.has(iterations);
    told.add(iterations);
    return isNew;
  };
  const points = ways.map(({ method, iterations, error, rounds }) => ({
    x: median(rounds[pool]),
    y: error,
    ...(isTold(method, iterations) ? { text: String(iterations) } : {}),
  }));
  return { style: pool === 0 && marker ? { ...style, marker } : style, points };
}
