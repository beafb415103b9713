import type { Pass } from '../program/pass.ts';

/** The pass that computes vertex normals, which drawing needs besides the positions. */
export const NORMALS: Pass = {
  name: 'normals',
  clock: 'readback',
  reads: ['positions'],
  writes: ['normals'],
  stages: [{ stage: 'normals' }],
  kernels: ({ world }) => [{ kernel: 'normals', count: world.surfaceVertexCount }],
};
