import type { ScalarFields } from '../../simulation/records.ts';

/**
 * The struct Parameters in WGSL, field by field: what a step is told, in one uniform that is written once a step
 * (step-parameters.ts). Units as in src/simulation/parameters.ts. Kernels see the names in snake case.
 */
export const PARAMETERS = {
  // Time step [s], and its inverse.
  dt: 'f32',
  inverseDt: 'f32',
  // Downward along y [m/s^2].
  gravity: 'f32',
  velocityDamping: 'f32',
  // Lame's second parameter, the shear modulus, and the first one [Pa].
  mu: 'f32',
  lambda: 'f32',
  springStiffness: 'f32',
  materialDamping: 'f32',
  // Of the gas in bodies, at rest [Pa].
  pressure: 'f32',
  staticFriction: 'f32',
  dynamicFriction: 'f32',
  contactOffset: 'f32',
  // 0: no limit.
  depenetrationSpeed: 'f32',
  dragCompliance: 'f32',
  // 1: infeasible-region culling.
  culling: 'u32',
  vertexCount: 'u32',
  bodyCount: 'u32',
  // Different materials; 1: the scene's alone.
  materialCount: 'u32',
  colliderCount: 'u32',
  attachmentCount: 'u32',
  // Capacities: src/simulation/capacities.ts. The initial ones say which ids contacts have.
  initialQueries: 'u32',
  initialHits: 'u32',
  slotCount: 'u32',
  pairsPerPoint: 'u32',
  queryCapacity: 'u32',
  colourCapacity: 'u32',
} as const satisfies ScalarFields;

/** The struct DispatchArguments in WGSL: what one dispatch is told. */
export const DISPATCH_ARGUMENTS = {
  // Elements; of an indirect dispatch the most there can be, the kernel knows the true number.
  count: 'u32',
  // What the stage is asked for: one of CONTAINMENT, a pass or level.
  argument: 'u32',
  // Of the contacts.
  colour: 'u32',
  // Word of the model's record in the packed topology, as body_model() gives it.
  model: 'u32',
  // A batch of constraints: element i is constraint batchBegin + i % batchSize of body firstBody + i / batchSize.
  batchBegin: 'u32',
  batchSize: 'u32',
  firstBody: 'u32',
  bodyCount: 'u32',
} as const satisfies ScalarFields;
