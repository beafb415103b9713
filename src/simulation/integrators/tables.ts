import type { ParameterTable } from '../tables/table-definitions.ts';

export const INTEGRATORS = ['xpbd', 'implicit-euler'] as const;

/** Fields of parameters that only one integrator uses. */
export const ONLY_XPBD = { onlyWith: { integrator: ['xpbd'] } } as const;
export const ONLY_IMPLICIT_EULER = { onlyWith: { integrator: ['implicit-euler'] } } as const;

/** The integrator of a step. */
export const INTEGRATOR = {
  integrator: {
    kind: 'choice',
    title: 'Time integration',
    group: 'time',
    default: 'xpbd',
    options: INTEGRATORS,
    titles: { xpbd: 'XPBD', 'implicit-euler': 'Implicit Euler' },
    onReset: 'at once',
  },
} as const satisfies ParameterTable;
