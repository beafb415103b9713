import type { CounterTable, ParameterTable } from '../../tables/table-definitions.ts';

/** Parameters of grabs: of the springs by which a person pulls bodies, and of what makes the rest of a body follow. */
export const GRABBING = {
  grabFrequency: {
    kind: 'number',
    group: 'interaction',
    default: 15,
    min: 0.1,
    max: 100,
    unit: 'Hz',
    logarithmic: true,
  },
  grabAcceleration: {
    kind: 'number',
    group: 'interaction',
    default: 2000,
    min: 1,
    max: 1e5,
    unit: 'm/s^2',
    logarithmic: true,
  },
  grabCarry: {
    kind: 'number',
    group: 'interaction',
    default: 80,
    min: 0,
    max: 500,
    unit: '1/s',
  },
} as const satisfies ParameterTable;

export const GRAB_COUNTERS = {
  /** Number of grabs in this step. */
  grabs: { kind: 'length' },
} as const satisfies CounterTable;
