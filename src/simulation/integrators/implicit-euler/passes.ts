import type { SimulationParameters } from '../../parameters.ts';
import type { Pass } from '../../program/pass.ts';

/** Arrays that hold the linear system and its solution. */
const SYSTEM = [
  'elementHessians',
  'elementForces',
  'springHessians',
  'springForces',
  'contactTerms',
  'vertexBlocks',
  'preconditioner',
  'solution',
  'residual',
  'direction',
  'product',
  'linearSums',
  'linearSolve',
] as const;

/** Lists the contacts at each vertex (contact-lists.ts). */
export const LIST_CONTACTS: Pass = {
  name: 'list contacts',
  clock: 'solve',
  reads: ['contacts', 'counters'],
  writes: ['contactRanges', 'contactEntries'],
  lengths: ['contactsDcd'],
  stages: [{ stage: 'listContacts' }],
};

export const BEGIN_SOLVE: Pass = {
  name: 'begin solve',
  clock: 'solve',
  reads: ['positions', 'positionsT0', 'remainders', 'remaindersT0', 'inverseMasses'],
  writes: ['remainders', 'freeMoves'],
  stages: [{ stage: 'beginSolve' }],
};

export const END_SOLVE: Pass = {
  name: 'end solve',
  clock: 'solve',
  reads: ['positionsT0', 'remainders'],
  writes: ['positions', 'remainders'],
  stages: [{ stage: 'endSolve' }],
};

/** Computes velocities from the step's displacements. */
export const VELOCITIES_ALONE: Pass = {
  name: 'velocities',
  clock: 'solve',
  reads: ['positions', 'positionsT0', 'remainders', 'remaindersT0'],
  writes: ['velocities'],
  stages: [{ stage: 'velocities' }],
};

/** A linear solve. @param argument 0 for the first one of a step */
const solveLinear = (argument: 0 | 1): Pass => ({
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
  ],
  writes: ['remainders'],
  scratch: [...SYSTEM],
  modelData: ['elementIncidence'],
  stages: [
    { stage: 'solveLinear', argument },
    { stage: 'moveAlong', argument },
  ],
});
const FIRST = solveLinear(0);
const LATER = solveLinear(1);

/** Returns the passes that solve the step's equations. */
export const newtonPasses = ({ solver, newtonIterations }: SimulationParameters): readonly Pass[] =>
  solver === 'linear' ? [FIRST] : [FIRST, ...Array.from({ length: newtonIterations - 1 }, () => LATER)];
