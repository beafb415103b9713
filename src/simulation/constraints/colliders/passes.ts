import type { Pass } from '../../program/pass.ts';
import type { Constraint } from '../../features.ts';

const PUSH: Pass = {
  name: 'colliders',
  clock: 'projection',
  reads: ['positions', 'positionsT0', 'inverseMasses', 'colliders', 'colliderImpulses'],
  writes: ['positions', 'colliderImpulses'],
  stages: [{ stage: 'colliders' }],
  kernels: ({ world }) => (world.colliders.length > 0 ? [{ kernel: 'colliders', count: world.vertexCount }] : []),
};

/** Constraint: keeps vertices out of the world's colliders, with friction (colliders.ts). */
export const COLLIDERS: Constraint = { name: 'colliders', project: () => [PUSH] };
