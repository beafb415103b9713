import { PATH_METHODS, type PathMethod } from './path/path-methods.ts';

/**
 * Every parameter once: value, unit, range, meaning. The panel, the command line, links and the
 * record are built from this table.
 */
interface Described {
  readonly group: 'scene' | 'time' | 'material' | 'collision' | 'contact' | 'interaction';
  readonly meaning: string;
  /** Takes effect only when the scene is built again. */
  readonly onReset?: boolean;
}
export interface NumberParameter extends Described {
  readonly kind: 'number' | 'integer';
  readonly default: number;
  readonly min: number;
  readonly max: number;
  /** SI unit, '' where there is none. */
  readonly unit: string;
  /** Sliders move in equal factors instead of equal steps. */
  readonly logarithmic?: boolean;
}
export interface ChoiceParameter extends Described {
  readonly kind: 'choice';
  readonly default: string;
  readonly options: readonly string[];
}
export interface FlagParameter extends Described {
  readonly kind: 'flag';
  readonly default: boolean;
}
export type ParameterDefinition = NumberParameter | ChoiceParameter | FlagParameter;

export const MODES = ['off', 'ccd', 'dcd', 'hybrid'] as const;
export const CONTACT_SCHEDULES = ['end-of-step', 'in-the-loop'] as const;
/** Points that contacts of DCD are made of: surface vertices; edges' points too; inner vertices and centroids too. */
export const CONTACT_POINTS = ['vertices', 'edges', 'all'] as const;
export type ContactPoints = (typeof CONTACT_POINTS)[number];
export const MATERIALS = ['neo-hookean', 'mass-spring'] as const;

export interface SimulationParameters {
  mode: (typeof MODES)[number];
  contacts: (typeof CONTACT_SCHEDULES)[number];
  contactPoints: ContactPoints;
  timeStep: number;
  stepsPerFrame: number;
  iterations: number;
  gravity: number;
  velocityDamping: number;
  material: (typeof MATERIALS)[number];
  youngsModulus: number;
  poissonRatio: number;
  springStiffness: number;
  materialDamping: number;
  density: number;
  staticFriction: number;
  dynamicFriction: number;
  contactOffset: number;
  contactPasses: number;
  depenetrationSpeed: number;
  culling: boolean;
  pathMethod: PathMethod;
  rebuildInterval: number;
  rebuildDelay: number;
  dragCompliance: number;
  dropSpeed: number;
}

export const PARAMETERS: { readonly [K in keyof SimulationParameters]: ParameterDefinition } = {
  mode: {
    kind: 'choice',
    group: 'collision',
    default: 'hybrid',
    options: MODES,
    meaning: 'which collisions are found: none, continuous (ccd), discrete with shortest paths (dcd), or both',
  },
  contacts: {
    kind: 'choice',
    group: 'collision',
    default: 'in-the-loop',
    options: CONTACT_SCHEDULES,
    meaning: 'when contacts are found and projected: after the solve (Algorithm 5), or in every iteration too',
  },
  contactPoints: {
    kind: 'choice',
    group: 'collision',
    default: 'vertices',
    options: CONTACT_POINTS,
    // What is asked for decides how much memory contacts get.
    onReset: true,
    meaning:
      "which points of a body are pushed out by shortest paths: its surface vertices; its surface edges too; all, inner vertices and elements' centres too, for bodies that start tangled",
  },
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
  staticFriction: {
    kind: 'number',
    group: 'contact',
    default: 0.3,
    min: 0,
    max: 2,
    unit: '',
    meaning: 'coefficient below which a contact sticks',
  },
  dynamicFriction: {
    kind: 'number',
    group: 'contact',
    default: 0.2,
    min: 0,
    max: 2,
    unit: '',
    meaning: 'coefficient of a sliding contact',
  },
  contactOffset: {
    kind: 'number',
    group: 'contact',
    default: 0,
    min: 0,
    max: 0.1,
    unit: 'm',
    meaning: 'distance kept between surfaces in contact',
  },
  contactPasses: {
    kind: 'integer',
    group: 'contact',
    default: 3,
    min: 1,
    max: 50,
    unit: '',
    meaning: 'sweeps over the contacts after the solve',
  },
  depenetrationSpeed: {
    kind: 'number',
    group: 'contact',
    default: 0,
    min: 0,
    max: 1000,
    unit: 'm/s',
    meaning:
      'how fast contacts of DCD undo an overlap that a step begins with; 0: at once, which leaves the speed of its whole depth in one step. For bodies that start tangled: above 0, paths within a body that touch inverted elements make no contacts',
  },
  culling: {
    kind: 'flag',
    group: 'collision',
    default: true,
    meaning: 'infeasible-region culling of shortest-path candidates by the path method tree; the flood culls nothing',
  },
  pathMethod: {
    kind: 'choice',
    group: 'collision',
    default: 'flood',
    options: PATH_METHODS,
    meaning:
      'how a penetrating point finds its way out: flood and tree find the shortest path; euclidean and rest-shape take the nearest boundary point as it lies now or in the rest shape, for comparison; euclidean-between does so for points of other bodies alone',
  },
  rebuildInterval: {
    kind: 'integer',
    group: 'collision',
    default: 64,
    min: 8,
    max: 10000,
    unit: 'steps',
    meaning: 'steps between rebuilds of the BVHs',
  },
  rebuildDelay: {
    kind: 'integer',
    group: 'collision',
    default: 8,
    min: 1,
    max: 1000,
    unit: 'steps',
    meaning: 'a rebuild started at step k is adopted at exactly k plus this',
  },
  dragCompliance: {
    kind: 'number',
    group: 'interaction',
    default: 1e-5,
    min: 0,
    max: 1,
    unit: 'm/N',
    meaning: 'softness of the pull on a dragged vertex',
  },
  dropSpeed: {
    kind: 'number',
    group: 'scene',
    default: 0,
    min: 0,
    max: 100,
    unit: 'm/s',
    onReset: true,
    meaning: 'downward speed of the bodies at the start',
  },
};

export const defaultParameters = (): SimulationParameters =>
  Object.fromEntries(
    Object.entries(PARAMETERS).map(([name, definition]) => [name, definition.default]),
  ) as unknown as SimulationParameters;
