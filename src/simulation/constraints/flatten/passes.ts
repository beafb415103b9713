import type { Constraint } from '../../features.ts';
import type { Pass } from '../../program/pass.ts';

const PRESS: Pass = {
  name: 'flatten',
  clock: 'projection',
  reads: ['positions', 'remainders', 'inverseMasses'],
  writes: ['positions', 'remainders'],
  stages: [{ stage: 'flatten' }],
  kernels: ({ world }) => [{ kernel: 'flatten', count: world.vertexCount }],
};

/** Constraint: all heights are 0 while the parameter `flatten` is set (flatten.ts). */
export const FLATTEN: Constraint = {
  name: 'flatten',
  project: ({ flatten, integrator }) => (flatten && integrator === 'xpbd' ? [PRESS] : []),
};
