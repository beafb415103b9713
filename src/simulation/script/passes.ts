import type { Constraint } from '../features.ts';
import type { Pass } from '../program/pass.ts';

/** Sets driven vertices to the positions that the script gives for the end of the step. */
export const DRIVE: Pass = {
  name: 'drive',
  clock: 'solve',
  reads: ['driven', 'counters'],
  writes: ['positions', 'remainders'],
  stages: [{ stage: 'drive' }],
  kernels: ({ counters: { driven = 0 } }) => [{ kernel: 'drive', count: driven }],
};

const PUSH: Pass = {
  name: 'random forces',
  clock: 'solve',
  reads: ['velocities', 'inverseMasses', 'accelerations'],
  writes: ['velocities'],
  stages: [{ stage: 'push' }],
  kernels: ({ world }) => [{ kernel: 'push', count: world.vertexCount }],
};

/** The script's random forces. They accelerate vertices before the step moves them, as grabs do. */
export const RANDOM_FORCES: Constraint = {
  name: 'random forces',
  atStart: (_, { script }) => (script.forces ? [PUSH] : []),
};
