import type { SimulationParameters } from '../../parameters.ts';
import type { Pass } from '../../program/pass.ts';
import { hasGas } from '../../constraints/pressure/has-gas.ts';
import type { World } from '../../world/world.ts';
import { listDispatches, predictionDispatches, solveDispatches } from './dispatches.ts';
import { WORDS } from './words.ts';

/** Arrays of the elements' gradients and Hessians. */
const ELEMENT_ARRAYS = ['elementHessians', 'elementForces', 'springHessians', 'springForces'] as const;
/** Those that get the elements' products with the search direction. */
const PRODUCT_ARRAYS = ['elementForces', 'springForces'] as const;
const gasArrays = (world: World) => (hasGas(world) ? (['gasTerms', 'volumeGradients'] as const) : []);

/** Other arrays that hold the linear system and its solution. */
const SYSTEM = [
  'contactTerms',
  'vertexBlocks',
  'preconditioner',
  'solution',
  'residual',
  'direction',
  'product',
  'linearSums',
] as const;

/** Lists the contacts at each vertex (contact-lists.ts). */
export const LIST_CONTACTS: Pass = {
  name: 'list contacts',
  clock: 'solve',
  reads: ['contacts', 'counters'],
  writes: ['contactRanges', 'contactEntries'],
  lengths: ['contactsDcd'],
  stages: [{ stage: 'listContacts' }],
  kernels: listDispatches,
};

/** Predicts positions without contacts, and computes what the first linear solve needs of elements (prediction.ts). */
export const predictWithForces = (parameters: SimulationParameters, world: World): Pass => ({
  name: 'predict with forces',
  clock: 'solve',
  reads: ['positions', 'positionsT0', 'remainders', 'inverseMasses', ...(hasGas(world) ? (['gases'] as const) : [])],
  writes: [
    'positions',
    'remainders',
    'freeMoves',
    'forcedMoves',
    'predictedMoves',
    ...ELEMENT_ARRAYS,
    ...gasArrays(world),
  ],
  scratch: ['product', 'linearSums'],
  modelData: ['elementIncidence'],
  stages: [{ stage: 'predictWithForces' }],
  kernels: (plan) => predictionDispatches(plan, parameters),
});

export const BEGIN_SOLVE: Pass = {
  name: 'begin solve',
  clock: 'solve',
  reads: ['positions', 'positionsT0', 'remainders', 'inverseMasses'],
  writes: ['positions'],
  stages: [{ stage: 'beginSolve' }],
  kernels: ({ world }) => [{ kernel: 'beginSolve', count: 3 * world.vertexCount }],
};

export const END_SOLVE: Pass = {
  name: 'end solve',
  clock: 'solve',
  reads: ['positionsT0', 'remainders', 'linearSolve'],
  writes: ['positions', 'remainders', 'linearSolve'],
  scratch: ['linearSums'],
  stages: [{ stage: 'endSolve' }],
  kernels: ({ world }) => [
    { kernel: 'place', count: 3 * world.vertexCount },
    { kernel: 'linearWords', count: 1, argument: WORDS.end },
  ],
};

/** Computes velocities from the step's displacements. */
export const VELOCITIES_ALONE: Pass = {
  name: 'velocities',
  clock: 'solve',
  reads: ['positions', 'positionsT0', 'remainders', 'remaindersT0'],
  writes: ['velocities'],
  stages: [{ stage: 'velocities' }],
  kernels: ({ world }) => [{ kernel: 'velocities', count: 3 * world.vertexCount }],
};

/** Returns the pass of a linear solve, and of the move along its solution. */
const solveLinear = (parameters: SimulationParameters, world: World, isFirst: boolean): Pass => ({
  name: 'linear solve',
  clock: 'solve',
  reads: [
    'positionsT0',
    'remainders',
    'freeMoves',
    'velocitiesT0',
    'inverseMasses',
    'contacts',
    'contactRanges',
    'contactEntries',
    'colliders',
    'counters',
    'forcedMoves',
    'predictedMoves',
    'positions',
    ...ELEMENT_ARRAYS,
    ...gasArrays(world),
    ...(hasGas(world) ? (['gases'] as const) : []),
  ],
  // The first solve finds Hessians as the prediction has left them.
  writes: [
    'positions',
    'remainders',
    'linearSolve',
    ...(isFirst ? PRODUCT_ARRAYS : ELEMENT_ARRAYS),
    ...(isFirst && hasGas(world) ? (['gasTerms'] as const) : gasArrays(world)),
  ],
  scratch: SYSTEM,
  modelData: ['elementIncidence'],
  stages: [{ stage: 'solveLinear', argument: isFirst ? 0 : 1 }, { stage: 'moveAlong' }],
  kernels: (plan) => solveDispatches(plan, parameters, isFirst),
});

/** Returns the passes that solve the step's equations. */
export function newtonPasses(parameters: SimulationParameters, world: World): readonly Pass[] {
  const { solver, newtonIterations } = parameters;
  const first = solveLinear(parameters, world, true);
  if (solver === 'linear') return [first];
  const later = solveLinear(parameters, world, false);
  return [first, ...Array.from({ length: newtonIterations - 1 }, () => later)];
}
