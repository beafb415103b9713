import type { SimulationParameters } from '../../parameters.ts';
import { type Dispatch, type Pass, type Plan, WORKGROUP_SIZE } from '../../program/pass.ts';
import { SUM_CHUNK } from '../../state.ts';
import { recordThreads } from '../../contacts/projection/passes.ts';
import { hasGas } from '../../constraints/pressure/passes.ts';
import type { World } from '../../world/world.ts';

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
] as const;

/** Arguments of list-contacts.wgsl. */
const LIST = { clear: 0, count: 1, allot: 2, enter: 3, sort: 4 } as const;

/** Lists the contacts at each vertex (contact-lists.ts). */
export const LIST_CONTACTS: Pass = {
  name: 'list contacts',
  clock: 'solve',
  reads: ['contacts', 'counters'],
  writes: ['contactRanges', 'contactEntries'],
  lengths: ['contactsDcd'],
  stages: [{ stage: 'listContacts' }],
  kernels: (plan) => {
    const vertices = plan.world.vertexCount;
    const records = recordThreads(plan);
    return [
      { kernel: 'listContacts', count: vertices, argument: LIST.clear },
      { kernel: 'listContacts', count: records, argument: LIST.count },
      { kernel: 'listContacts', count: vertices, argument: LIST.allot },
      { kernel: 'listContacts', count: records, argument: LIST.enter },
      { kernel: 'listContacts', count: vertices, argument: LIST.sort },
    ];
  },
};

export const BEGIN_SOLVE: Pass = {
  name: 'begin solve',
  clock: 'solve',
  reads: ['positions', 'positionsT0', 'remainders', 'remaindersT0', 'inverseMasses'],
  writes: ['positions', 'remainders', 'freeMoves'],
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

/** Arguments of linear-words.wgsl. */
const WORDS = { begin: 0, beginLater: 1, step: 2, keep: 3, end: 4 } as const;

/** Bit of a kernel's argument: it adds forces to the vector `product`, in which those of gas are, rather than replacing it. */
const ADDS_TO_PRODUCT = 2;

/** Returns the number of threads of a kernel with one workgroup per chunk of SUM_CHUNK elements. */
const chunkThreads = (count: number): number => WORKGROUP_SIZE * Math.ceil(count / SUM_CHUNK);

/**
 * Returns the numbers of tetrahedra and springs of which kernels have threads, and the kernels' argument: 1 if the scene's material has springs.
 */
function elementsOf({ bodies, tetCount, springCount }: World, { material }: SimulationParameters) {
  const areSprings = bodies.map(({ kind = material }) => kind === 'mass-spring');
  return {
    tets: areSprings.every(Boolean) ? 0 : tetCount,
    springs: areSprings.some(Boolean) ? springCount : 0,
    argument: Number(material === 'mass-spring'),
  };
}

/** Returns the dispatches of a linear solve by conjugate gradients (solveLinear), and of the move along its solution. */
function solveDispatches(plan: Plan, parameters: SimulationParameters, isFirst: boolean): Dispatch[] {
  const { world } = plan;
  const { vertexCount: vertices, surfaceVertexCount } = world;
  const elements = elementsOf(world, parameters);
  const { tets, springs } = elements;
  const gases = hasGas(world) ? WORKGROUP_SIZE * world.bodies.length : 0;
  const argument = elements.argument + (gases > 0 ? ADDS_TO_PRODUCT : 0);
  const which = isFirst ? 0 : 1;
  const records = recordThreads(plan);
  const chunks = chunkThreads(vertices);
  const setup: Dispatch[] = [
    { kernel: 'elementSystem', count: tets, argument },
    { kernel: 'springSystem', count: springs, argument },
    { kernel: 'contactTerms', count: records, argument: which },
    { kernel: 'volumeGradients', count: gases > 0 ? surfaceVertexCount : 0 },
    { kernel: 'gasTerms', count: gases, argument: 0 },
    { kernel: 'gasForces', count: gases > 0 ? vertices : 0 },
    { kernel: 'vertexForces', count: vertices, argument },
    { kernel: 'vertexSystem', count: vertices, argument: which },
    { kernel: 'preconditioner', count: chunks, argument },
    { kernel: 'linearWords', count: 1, argument: isFirst ? WORDS.begin : WORDS.beginLater },
  ];
  const iteration: Dispatch[] = [
    { kernel: 'setDirection', count: vertices },
    { kernel: 'multiplyElements', count: tets, argument },
    { kernel: 'multiplySprings', count: springs, argument },
    { kernel: 'multiplyContacts', count: records },
    { kernel: 'gasTerms', count: gases, argument: 1 },
    { kernel: 'gasForces', count: gases > 0 ? vertices : 0 },
    { kernel: 'addProducts', count: chunks, argument },
    { kernel: 'linearWords', count: 1, argument: WORDS.step },
    { kernel: 'moveSolution', count: chunks },
    { kernel: 'linearWords', count: 1, argument: WORDS.keep },
  ];
  const search: Dispatch[] = [
    // Over all elements: a chunk without any must have the sum 0.
    { kernel: 'elementRemainders', count: chunkThreads(world.tetCount), argument },
    { kernel: 'springRemainders', count: chunkThreads(world.springCount), argument },
    { kernel: 'gasRemainders', count: gases },
    { kernel: 'chooseLength', count: 1, argument: Number(gases > 0) },
  ];
  const hasSearch = parameters.solver !== 'linear';
  return [
    ...setup,
    ...Array.from({ length: parameters.linearIterations }, () => iteration).flat(),
    ...(hasSearch ? search : []),
    { kernel: 'moveAlong', count: 3 * vertices, argument: Number(hasSearch) },
  ];
}

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
    'positions',
    ...(hasGas(world) ? (['gases'] as const) : []),
  ],
  writes: ['positions', 'remainders', 'linearSolve'],
  scratch: [...SYSTEM, ...(hasGas(world) ? (['gasTerms', 'volumeGradients'] as const) : [])],
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
