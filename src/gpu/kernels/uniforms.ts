import type { ScalarFields } from '../../simulation/records.ts';

/**
 * Fields of the WGSL struct Parameters: a uniform with a step's parameters, written once per step (step-parameters.ts). Units are those
 * of src/simulation/parameters.ts. Kernels use the names in snake case.
 */
export const PARAMETERS = {
  // Time step [s], and its inverse.
  dt: 'f32',
  inverseDt: 'f32',
  // Acceleration along -y [m/s^2].
  gravity: 'f32',
  velocityDamping: 'f32',
  // Lame parameters: the second one, which is the shear modulus, then the first one [Pa].
  mu: 'f32',
  lambda: 'f32',
  springStiffness: 'f32',
  materialDamping: 'f32',
  // Pressure of the gas in bodies at the rest volume [Pa].
  pressure: 'f32',
  staticFriction: 'f32',
  dynamicFriction: 'f32',
  contactOffset: 'f32',
  // 0 means no limit.
  depenetrationSpeed: 'f32',
  dragCompliance: 'f32',
  // 1 turns infeasible-region culling on.
  culling: 'u32',
  vertexCount: 'u32',
  bodyCount: 'u32',
  // Number of materials; 1 if only the scene's is used.
  materialCount: 'u32',
  colliderCount: 'u32',
  attachmentCount: 'u32',
  // Capacities (src/simulation/capacities.ts). The initial ones determine the ids of contacts.
  initialQueries: 'u32',
  initialHits: 'u32',
  slotCount: 'u32',
  pairsPerPoint: 'u32',
  queryCapacity: 'u32',
  colourCapacity: 'u32',
} as const satisfies ScalarFields;

/** Fields of the WGSL struct DispatchArguments: the arguments of one dispatch. */
export const DISPATCH_ARGUMENTS = {
  // Number of elements; for an indirect dispatch an upper bound, since only the kernel knows the number.
  count: 'u32',
  // Argument of the stage, such as one of CONTAINMENT, or a pass or level.
  argument: 'u32',
  // Colour of the contacts to project.
  colour: 'u32',
  // Word of the model's record in the packed topology, as body_model() gives it.
  model: 'u32',
  // A batch of constraints: element i is constraint batchBegin + i % batchSize of body firstBody + i / batchSize.
  batchBegin: 'u32',
  batchSize: 'u32',
  firstBody: 'u32',
  bodyCount: 'u32',
} as const satisfies ScalarFields;
