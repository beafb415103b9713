import type { Pass } from '../pass.ts';

/** Penetration depths of the surface vertices, from the paths of their queries. */
export const DEPTHS: Pass = {
  name: 'depths',
  clock: 'measuring',
  reads: ['pairCounts', 'pairOffsets', 'paths'],
  writes: ['depths'],
  stages: [{ stage: 'depths' }],
  kernels: ({ world }) => [{ kernel: 'depths', count: world.surfaceVertexCount }],
};

/** Vertex normals: drawing needs them beside the positions. */
export const NORMALS: Pass = {
  name: 'normals',
  clock: 'readback',
  reads: ['positions'],
  writes: ['normals'],
  stages: [{ stage: 'normals' }],
  kernels: ({ world }) => [{ kernel: 'normals', count: world.surfaceVertexCount }],
};
