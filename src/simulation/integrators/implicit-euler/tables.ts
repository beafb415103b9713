import type { CounterTable, ParameterTable } from '../../tables/table-definitions.ts';
import { ONLY_IMPLICIT_EULER } from '../tables.ts';

/** How an implicit Euler step solves its equations. */
export const SOLVERS = ['linear', 'newton'] as const;

const ONLY_NEWTON = { onlyWith: { ...ONLY_IMPLICIT_EULER.onlyWith, solver: ['newton'] } } as const;

/** Parameters of the implicit Euler step. */
export const IMPLICIT_EULER_PARAMETERS = {
  solver: {
    kind: 'choice',
    title: 'Equations',
    group: 'time',
    default: 'linear',
    options: SOLVERS,
    titles: { linear: 'One linear solve', newton: 'Newton with line search' },
    ...ONLY_IMPLICIT_EULER,
  },
  newtonIterations: {
    kind: 'integer',
    group: 'time',
    default: 4,
    min: 1,
    max: 50,
    unit: '',
    ...ONLY_NEWTON,
  },
  newtonTolerance: {
    kind: 'number',
    group: 'time',
    default: 1e-3,
    min: 1e-6,
    max: 0.5,
    unit: '',
    logarithmic: true,
    ...ONLY_NEWTON,
  },
  linearIterations: {
    kind: 'integer',
    group: 'time',
    default: 200,
    min: 1,
    max: 1000,
    unit: '',
    ...ONLY_IMPLICIT_EULER,
  },
  linearTolerance: {
    kind: 'number',
    group: 'time',
    default: 1e-3,
    min: 1e-7,
    max: 0.5,
    unit: '',
    logarithmic: true,
    ...ONLY_IMPLICIT_EULER,
  },
  contactStiffness: {
    kind: 'number',
    group: 'contact',
    default: 1000,
    min: 0.01,
    max: 1e4,
    unit: '',
    logarithmic: true,
    ...ONLY_IMPLICIT_EULER,
  },
} as const satisfies ParameterTable;

/** Counters of the implicit Euler step. */
export const IMPLICIT_EULER_COUNTERS = {
  /** Iterations of conjugate gradients, summed over the step's linear solves. */
  linearIterations: { kind: 'sum', inFrame: 'per step' },
  /** Linear solves of the step. */
  linearSolves: { kind: 'sum', inFrame: 'per step' },
  /** Residual that the last linear solve left, in millionths of that at the step's start (in the norm of block Jacobi). */
  linearResidual: { kind: 'sum', inFrame: 'share' },
} as const satisfies CounterTable;
