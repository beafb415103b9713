import { type Dispatch, type Pass, WORKGROUP_SIZE } from '../../program/pass.ts';
import { inertiaCount, stateLayout } from '../../state.ts';
import type { World } from '../../world/world.ts';

/** Saves positions and velocities at the step's start (x0, v0). Clears multipliers, collider impulses and colours (motion.ts: begin). */
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

/** Applies drag and gravity to velocities, then moves vertices: x += dt v. */
export const PREDICT: Pass = {
  name: 'predict',
  clock: 'solve',
  reads: ['positions', 'velocities', 'remainders', 'inverseMasses'],
  writes: ['positions', 'remainders', 'remaindersT0', 'moments', 'velocities'],
  scratch: ['materialMoves'],
  stages: [{ stage: 'predict' }],
  kernels: ({ world }) => [{ kernel: 'predict', count: world.vertexCount }],
};

/**
 * Returns the dispatches that restore lost angular momentum: `moments` with a workgroup per chunk of vertices, `findSpins` with a
 * workgroup per body, `spin` with a thread per vertex.
 */
export const momentDispatches = (world: World): Dispatch[] => [
  { kernel: 'moments', count: WORKGROUP_SIZE * inertiaCount(world) },
  { kernel: 'findSpins', count: WORKGROUP_SIZE * world.bodies.length },
  { kernel: 'spin', count: world.vertexCount },
];

/** Computes velocities from the step's displacements, then restores the angular momentum that the step has lost. */
export const VELOCITIES: Pass = {
  name: 'velocities',
  clock: 'solve',
  reads: ['positions', 'positionsT0', 'remainders', 'remaindersT0', 'inverseMasses', 'moments', 'colliderImpulses'],
  writes: ['velocities', 'inertias', 'spins'],
  scratch: ['materialMoves'],
  stages: [{ stage: 'velocities' }, { stage: 'moments' }],
  kernels: ({ world }) => [{ kernel: 'velocities', count: 3 * world.vertexCount }, ...momentDispatches(world)],
};
