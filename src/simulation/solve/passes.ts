import type { SimulationParameters } from '../parameters.ts';
import { type Dispatch, type Pass, WORKGROUP_SIZE } from '../pass.ts';
import { inertiaCount, OWN_KIND, stateLayout, SUM_CHUNK } from '../state.ts';
import type { Batch, World } from '../world.ts';

/** Keeps x0 and v0; clears what the step's parts add up: element i clears entry i of each array that has one. */
export const BEGIN: Pass = {
  name: 'begin',
  clock: 'solve',
  reads: ['positions', 'velocities'],
  writes: ['positionsT0', 'velocitiesT0', 'multipliers', 'colliderImpulses', 'colourOffsets'],
  stages: [{ stage: 'begin' }],
  kernels: ({ world, capacities }) => {
    const { multipliers, colourOffsets } = stateLayout(world, capacities);
    return [{ kernel: 'begin', count: Math.max(world.vertexCount, multipliers.length, colourOffsets.length) }];
  },
};

/** x += dt v; then driven vertices go to their places. */
export const PREDICT: readonly Pass[] = [
  {
    name: 'predict',
    clock: 'solve',
    reads: ['positions', 'velocities', 'remainders', 'inverseMasses'],
    writes: ['positions', 'remainders', 'remaindersT0', 'moments', 'velocities'],
    scratch: ['materialMoves'],
    stages: [{ stage: 'predict' }],
    kernels: ({ world }) => [{ kernel: 'predict', count: world.vertexCount }],
  },
  {
    name: 'drive',
    clock: 'solve',
    reads: ['driven', 'counters'],
    writes: ['positions', 'remainders'],
    stages: [{ stage: 'drive' }],
    kernels: ({ counters: { driven = 0 } }) => [{ kernel: 'drive', count: driven }],
  },
];

/** A batch's constraints, as the kernels of constraints take them. */
export const batchDispatch = (kernel: string, batch: Batch): Dispatch => ({
  kernel,
  count: (batch.end - batch.begin) * batch.bodyCount,
  model: batch.model,
  batchBegin: batch.begin,
  batchSize: batch.end - batch.begin,
  firstBody: batch.firstBody,
  bodyCount: batch.bodyCount,
});

/** An iteration over constraints, colour by colour, on displacements in place of positions. */
function iterationDispatches(kernel: string, world: World, batches: readonly Batch[]): Dispatch[] {
  const count = 3 * world.vertexCount;
  return [
    { kernel: 'displace', count },
    ...batches.map((batch) => batchDispatch(kernel, batch)),
    { kernel: 'place', count },
  ];
}

const ITERATION = {
  clock: 'solve',
  reads: ['positions', 'positionsT0', 'remainders', 'inverseMasses', 'multipliers'],
  writes: ['positions', 'remainders', 'multipliers', 'moments'],
  scratch: ['materialMoves'],
} as const satisfies Partial<Pass>;

const NEO_HOOKEAN: Pass = {
  ...ITERATION,
  name: 'neo-hookean',
  stages: [{ stage: 'neoHookean', byBody: 'neoHookeanByBody' }],
  kernels: ({ world }) => iterationDispatches('neoHookean', world, world.tetBatches),
};

const SPRINGS: Pass = {
  ...ITERATION,
  name: 'springs',
  stages: [{ stage: 'springs', byBody: 'springsByBody' }],
  kernels: ({ world }) => iterationDispatches('springs', world, world.springBatches),
};

/** The same for those bodies alone that are of the kind whatever the scene's is. */
const OWN_NEO_HOOKEAN: Pass = {
  ...NEO_HOOKEAN,
  name: 'own neo-hookean',
  stages: [{ stage: 'neoHookean', byBody: 'neoHookeanByBody', argument: OWN_KIND }],
  kernels: ({ world }) => iterationDispatches('neoHookean', world, world.ownTetBatches),
};

const OWN_SPRINGS: Pass = {
  ...SPRINGS,
  name: 'own springs',
  stages: [{ stage: 'springs', byBody: 'springsByBody', argument: OWN_KIND }],
  kernels: ({ world }) => iterationDispatches('springs', world, world.ownSpringBatches),
};

export const ATTACHMENTS: Pass = {
  name: 'attachments',
  clock: 'solve',
  reads: ['positions', 'inverseMasses', 'attachments', 'counters'],
  writes: ['positions', 'attachments'],
  stages: [{ stage: 'attachments' }],
  kernels: ({ counters: { attachments = 0 } }) => [{ kernel: 'attachments', count: Math.min(1, attachments) }],
};

/** The scene's kind of material, then the other kind where bodies say that they are of it. */
export function materialPasses(
  { material }: Pick<SimulationParameters, 'material'>,
  { ownTetBatches, ownSpringBatches }: Pick<World, 'ownTetBatches' | 'ownSpringBatches'>,
): readonly Pass[] {
  if (material === 'neo-hookean') return [NEO_HOOKEAN, ...(ownSpringBatches.length > 0 ? [OWN_SPRINGS] : [])];
  return [SPRINGS, ...(ownTetBatches.length > 0 ? [OWN_NEO_HOOKEAN] : [])];
}

/** Gives bodies their lost angular momentum back: a workgroup per chunk of vertices, one per body, a thread per vertex. */
export const momentDispatches = (world: World): Dispatch[] => [
  { kernel: 'moments', count: WORKGROUP_SIZE * inertiaCount(world) },
  { kernel: 'findSpins', count: WORKGROUP_SIZE * world.bodies.length },
  { kernel: 'spin', count: world.vertexCount },
];

/** Velocities from what the step moved, and the angular momentum that its parts lost. */
export const VELOCITIES: Pass = {
  name: 'velocities',
  clock: 'solve',
  reads: ['positions', 'positionsT0', 'remainders', 'remaindersT0', 'inverseMasses', 'moments'],
  writes: ['velocities', 'inertias', 'spins'],
  scratch: ['materialMoves'],
  stages: [{ stage: 'velocities' }, { stage: 'moments' }],
  kernels: ({ world }) => [{ kernel: 'velocities', count: 3 * world.vertexCount }, ...momentDispatches(world)],
};

/** Kinetic energy and a look for broken numbers. */
export const ENERGY: Pass = {
  name: 'energy',
  clock: 'solve',
  reads: ['positions', 'velocities', 'inverseMasses'],
  writes: ['energies'],
  stages: [{ stage: 'energy' }],
  kernels: ({ world }) => [{ kernel: 'energy', count: Math.ceil(world.vertexCount / SUM_CHUNK) }],
};
