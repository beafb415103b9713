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
    meaning: 'how fast the grabbed part follows the pointer: natural frequency of the spring that pulls it',
  },
  grabAcceleration: {
    kind: 'number',
    group: 'interaction',
    default: 2000,
    min: 1,
    max: 1e5,
    unit: 'm/s^2',
    logarithmic: true,
    meaning: 'greatest acceleration of the grabbed part, which limits the force of the pull',
  },
  grabCarry: {
    kind: 'number',
    group: 'interaction',
    default: 80,
    min: 0,
    max: 500,
    unit: '1/s',
    meaning:
      'rate at which the rest of the body takes on the velocity of a moving pointer; 0 leaves it to the pull alone',
  },
} as const satisfies ParameterTable;

export const GRAB_COUNTERS = {
  /** Number of grabs in this step. */
  grabs: { kind: 'length' },
} as const satisfies CounterTable;
