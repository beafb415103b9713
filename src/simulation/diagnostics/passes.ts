import type { Pass } from '../pass.ts';
import { FACES, SUM_CHUNK } from '../state.ts';

/** Penetration depths of the surface vertices, from the paths of their queries. */
export const DEPTHS: Pass = {
  name: 'depths',
  clock: 'measuring',
  reads: ['pairCounts', 'pairOffsets', 'paths'],
  writes: ['depths'],
  stages: [{ stage: 'depths' }],
  kernels: ({ world }) => [{ kernel: 'depths', count: world.surfaceVertexCount }],
};

/** Exact count of surface edges that properly intersect a surface triangle of another body or of their own. */
export const COUNT_PIERCING: readonly Pass[] = [
  {
    name: 'piercing',
    clock: 'measuring',
    reads: ['positions', 'faceOrder', 'bodyOrder'],
    writes: [],
    // Boxes only for this search: the device computes its own.
    scratch: ['faceBoxes', 'bodyBoxes'],
    stages: [{ stage: 'refitFaces', argument: FACES.all }, { stage: 'refitBodySurfaces' }, { stage: 'piercing' }],
  },
];

/** Kinetic energy, and a check for invalid positions. */
export const ENERGY: Pass = {
  name: 'energy',
  clock: 'solve',
  reads: ['positions', 'velocities', 'inverseMasses'],
  writes: ['energies'],
  stages: [{ stage: 'energy' }],
  kernels: ({ world }) => [{ kernel: 'energy', count: Math.ceil(world.vertexCount / SUM_CHUNK) }],
};
