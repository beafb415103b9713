import {
  BEGIN_SOLVE,
  END_SOLVE,
  newtonPasses,
  predictWithForces,
} from '../../src/simulation/integrators/implicit-euler/passes.ts';
import type { Pass } from '../../src/simulation/program/pass.ts';
import type { SimulationParameters } from '../../src/simulation/parameters.ts';
import type { World } from '../../src/simulation/world/world.ts';
import { elasticPasses } from '../solve/solve-case.ts';
import type { StepCase } from './step-cases.ts';

/** How a step is solved: XPBD's iterations, one linear solve of implicit Euler, or Newton's method. */
export const METHODS = ['xpbd', 'linear', 'newton'] as const;
export type Method = (typeof METHODS)[number];
export const METHOD_NAMES: Readonly<Record<Method, string>> = {
  xpbd: 'XPBD',
  linear: 'implicit Euler, one linear solve',
  newton: 'implicit Euler, Newton',
};

/** A method with the number of its iterations: XPBD's, those of conjugate gradients, or Newton's. */
export interface Way {
  readonly method: Method;
  readonly iterations: number;
  /** Share to which conjugate gradients shrink the residual in each of Newton's iterations. */
  readonly tolerance?: number;
}

const XPBD_ITERATIONS = [1, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100, 150, 200, 300, 400, 800, 1600, 3200];
const LINEAR_ITERATIONS = [5, 10, 20, 40, 80, 160, 320];
const NEWTON_ITERATIONS = [1, 2, 3, 4, 5, 6];
export const NEWTON_TOLERANCES = [0.1, 0.01];
/** Greatest number of iterations of conjugate gradients in one of Newton's. */
const MOST_LINEAR = 1000;

export const waysOf = ({ most }: Pick<StepCase, 'most'>): Way[] => [
  ...XPBD_ITERATIONS.filter((count) => count <= most.xpbd).map((iterations) => ({
    method: 'xpbd' as const,
    iterations,
  })),
  ...LINEAR_ITERATIONS.filter((count) => count <= most.linear).map((iterations) => ({
    method: 'linear' as const,
    iterations,
  })),
  ...NEWTON_TOLERANCES.flatMap((tolerance) =>
    NEWTON_ITERATIONS.map((iterations) => ({ method: 'newton' as const, iterations, tolerance })),
  ),
];

/** A way that comes near the solution in float32: where the converged step starts from. */
export const NEARBY: Way = { method: 'newton', iterations: 20, tolerance: 1e-3 };

/** Conjugate gradients stop here [share of the residual]. Beyond it they would compute with denormal numbers, which is slow. */
const LEAST_TOLERANCE = 1e-7;

/** Returns the parameters of a step that is solved in a way. Newton's method makes all of its iterations. */
export function parametersOf(
  { method, iterations, tolerance = LEAST_TOLERANCE }: Way,
  given: SimulationParameters,
): SimulationParameters {
  if (method === 'xpbd') return { ...given, iterations };
  if (method === 'linear')
    return { ...given, solver: 'linear', linearIterations: iterations, linearTolerance: tolerance };
  return {
    ...given,
    ...{ solver: 'newton', newtonIterations: iterations, newtonTolerance: 0 },
    ...{ linearIterations: MOST_LINEAR, linearTolerance: tolerance },
  };
}

/** Returns the passes that solve a step from its prediction. */
export function solvePasses(
  { method, iterations }: Way,
  parameters: SimulationParameters,
  world: World,
): readonly Pass[] {
  if (method !== 'xpbd')
    // The prediction computes the Hessians of the first linear solve.
    return [predictWithForces(parameters, world), BEGIN_SOLVE, ...newtonPasses(parameters, world), END_SOLVE];
  const passes = elasticPasses(parameters, world);
  return Array.from({ length: iterations }, () => passes).flat();
}
