import type { ScalarFields } from '../../simulation/tables/records.ts';

/**
 * Fields of the WGSL struct Parameters: a uniform with a step's parameters, written once per step (step-parameters.ts). A field without a
 * unit here has the unit of src/simulation/parameters.ts. Kernels use the names in snake case.
 */
export const PARAMETERS = {
  // Time step [s], and its inverse.
  dt: 'f32',
  inverseDt: 'f32',
  // Acceleration along -y [m/s^2].
  gravity: 'f32',
  velocityDamping: 'f32',
  // Lame parameters [Pa]: `mu` is the second one, the shear modulus; `lambda` is the first one.
  mu: 'f32',
  lambda: 'f32',
  springStiffness: 'f32',
  // Resistance of planar triangles to a change of their areas [N/m].
  areaStiffness: 'f32',
  // Flexural rigidity of cloth [N m].
  bendingStiffness: 'f32',
  materialDamping: 'f32',
  // Pressure of the gas in bodies at the rest volume [Pa].
  pressure: 'f32',
  staticFriction: 'f32',
  dynamicFriction: 'f32',
  density: 'f32',
  contactOffset: 'f32',
  // 0 means no limit.
  depenetrationSpeed: 'f32',
  grabFrequency: 'f32',
  grabAcceleration: 'f32',
  grabCarry: 'f32',
  contactStiffness: 'f32',
  linearTolerance: 'f32',
  newtonTolerance: 'f32',
  // Number of the step since the start; whether deep overlaps are parted by regions, and the speed limited at which bodies leave colliders.
  step: 'u32',
  partsRegions: 'u32',
  limitsColliders: 'u32',
  // Whether inner points are tested in turn (Points.areWatched).
  areWatched: 'u32',
  // Units of VOLUME_UNIT per cubic metre (simulation/diagnostics/overlap.ts).
  volumeUnits: 'f32',
  // 1 turns infeasible-region culling on.
  culling: 'u32',
  vertexCount: 'u32',
  tetCount: 'u32',
  springCount: 'u32',
  bodyCount: 'u32',
  // Number of materials: the scene's material, and those that bodies have of their own.
  materialCount: 'u32',
  colliderCount: 'u32',
  grabCount: 'u32',
  // Lengths of lists (src/simulation/capacities.ts). A contact's id depends on the initial lengths, so that it stays when lists grow.
  initialQueries: 'u32',
  initialHits: 'u32',
  slotCount: 'u32',
  pairsPerPoint: 'u32',
  queryCapacity: 'u32',
  colourCapacity: 'u32',
  // CCD: numbers of surface vertices and boundary edges, of the hits that each of them keeps, and of contacts.
  surfaceVertexCount: 'u32',
  edgeCount: 'u32',
  hitsPerVertex: 'u32',
  hitsPerEdge: 'u32',
  hitCapacity: 'u32',
} as const satisfies ScalarFields;

/** Fields of the WGSL struct DispatchArguments: the arguments of one dispatch. */
export const DISPATCH_ARGUMENTS = {
  // Number of elements; for an indirect dispatch an upper bound, since only the device knows the number.
  count: 'u32',
  // A number whose meaning the kernel's file says, such as one of CONTAINMENT, or a level of a tree.
  argument: 'u32',
  // Colour of the contacts to project, or first one of `colourCount` colours of contacts or constraints.
  colour: 'u32',
  colourCount: 'u32',
  // Word at which the model's record starts in the packed topology, as body_model() in topology.wgsl returns it.
  model: 'u32',
  // A batch of constraints: element i is constraint batchBegin + i % batchSize of body firstBody + i / batchSize.
  batchBegin: 'u32',
  batchSize: 'u32',
  firstBody: 'u32',
  bodyCount: 'u32',
} as const satisfies ScalarFields;
