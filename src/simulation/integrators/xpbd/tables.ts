import type { ParameterTable } from '../../tables/table-definitions.ts';
import { ONLY_XPBD } from '../tables.ts';

/** Parameters of the XPBD step. */
export const INTEGRATION = {
  timeStep: {
    kind: 'number',
    group: 'time',
    default: 3.3e-3,
    min: 1e-5,
    max: 2e-2,
    unit: 's',
    logarithmic: true,
  },
  stepsPerFrame: {
    kind: 'integer',
    group: 'time',
    default: 5,
    min: 1,
    max: 100,
    unit: '',
  },
  iterations: {
    kind: 'integer',
    group: 'time',
    default: 5,
    min: 1,
    max: 100,
    unit: '',
    ...ONLY_XPBD,
  },
  gravity: {
    kind: 'number',
    group: 'time',
    default: 9.81,
    min: -30,
    max: 30,
    unit: 'm/s^2',
  },
  velocityDamping: {
    kind: 'number',
    group: 'time',
    default: 0.1,
    min: 0,
    max: 50,
    unit: '1/s',
  },
} as const satisfies ParameterTable;
