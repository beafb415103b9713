import type { Constraint } from '../../features.ts';
import type { Pass } from '../../program/pass.ts';

const PRESS: Pass = {
  name: 'flatten',
  clock: 'projection',
  reads: ['positionsT0', 'remaindersT0', 'inverseMasses', 'positions', 'remainders', 'velocities'],
  writes: ['positions', 'remainders', 'velocities'],
  stages: [{ stage: 'flatten' }],
  kernels: ({ world }) => [{ kernel: 'flatten', count: world.vertexCount }],
};

/** Constraint: all heights are 0 at the end of a step, and nothing moves, while the parameter `flatten` is set (flatten.ts). */
export const FLATTEN: Constraint = {
  name: 'flatten',
  atEnd: ({ flatten, integrator }) => (flatten && integrator === 'xpbd' ? [PRESS] : []),
};
