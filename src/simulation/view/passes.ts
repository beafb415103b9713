import type { Pass } from '../pass.ts';

/** Vertex normals, which drawing needs beside the positions. */
export const NORMALS: Pass = {
  name: 'normals',
  clock: 'readback',
  reads: ['positions'],
  writes: ['normals'],
  stages: [{ stage: 'normals' }],
  kernels: ({ world }) => [{ kernel: 'normals', count: world.surfaceVertexCount }],
};
