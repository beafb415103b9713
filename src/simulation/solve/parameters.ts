import type { ParameterTable } from '../parameter-definition.ts';

export const MATERIALS = ['neo-hookean', 'mass-spring'] as const;

/** XPBD steps. */
export const INTEGRATION = {
  timeStep: {
    kind: 'number',
    group: 'time',
    default: 3.3e-3,
    min: 1e-5,
    max: 2e-2,
    unit: 's',
    logarithmic: true,
    meaning: 'length of a simulation step',
  },
  stepsPerFrame: {
    kind: 'integer',
    group: 'time',
    default: 5,
    min: 1,
    max: 100,
    unit: '',
    meaning: 'simulation steps a frame',
  },
  iterations: {
    kind: 'integer',
    group: 'time',
    default: 5,
    min: 1,
    max: 100,
    unit: '',
    meaning: 'XPBD iterations a step',
  },
  gravity: {
    kind: 'number',
    group: 'time',
    default: 9.81,
    min: -30,
    max: 30,
    unit: 'm/s^2',
    meaning: 'downward acceleration',
  },
  velocityDamping: {
    kind: 'number',
    group: 'time',
    default: 0.1,
    min: 0,
    max: 50,
    unit: '1/s',
    meaning: 'rate at which velocities decay, as in air',
  },
} as const satisfies ParameterTable;

/** Constitutive models and what bodies are made of. */
export const MATERIAL = {
  material: {
    kind: 'choice',
    group: 'material',
    default: 'neo-hookean',
    options: MATERIALS,
    meaning: 'constitutive model',
  },
  youngsModulus: {
    kind: 'number',
    group: 'material',
    default: 2e5,
    min: 1e2,
    max: 1e9,
    unit: 'Pa',
    logarithmic: true,
    meaning: 'stiffness of the Neo-Hookean material',
  },
  poissonRatio: {
    kind: 'number',
    group: 'material',
    default: 0.4,
    min: 0,
    max: 0.495,
    unit: '',
    meaning: 'resistance to change of volume',
  },
  springStiffness: {
    kind: 'number',
    group: 'material',
    default: 1e4,
    min: 1e-1,
    max: 1e8,
    unit: 'N/m',
    logarithmic: true,
    meaning: 'stiffness of a mass-spring edge',
  },
  materialDamping: {
    kind: 'number',
    group: 'material',
    default: 2e-3,
    min: 0,
    max: 1,
    unit: 's',
    meaning: 'Rayleigh damping: ratio of damping to stiffness',
  },
  density: {
    kind: 'number',
    group: 'material',
    default: 1000,
    min: 1,
    max: 2e4,
    unit: 'kg/m^3',
    logarithmic: true,
    meaning: 'mass a volume',
  },
} as const satisfies ParameterTable;

/** Pulling with the mouse. */
export const DRAGGING = {
  dragCompliance: {
    kind: 'number',
    group: 'interaction',
    default: 1e-5,
    min: 0,
    max: 1,
    unit: 'm/N',
    meaning: 'softness of the pull on a dragged vertex',
  },
} as const satisfies ParameterTable;
