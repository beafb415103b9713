import type { Pass } from '../pass.ts';
import { CONTAINMENT, FACES, type StateArray, SUM_CHUNK } from '../state.ts';
import { answerPaths, preparePaths } from '../path/passes.ts';
import type { PathMethod } from '../path/tables.ts';
import { findQueries } from '../detect/passes.ts';

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
    // These boxes are used by this search only and are not copied: the device computes its own for other passes.
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

/** A measurement of the current positions. Its passes change nothing that a step starts from; its counters hold sums over all bodies. */
export interface Measurement {
  readonly name: string;
  readonly passes: readonly Pass[];
  /** Arrays that its passes fill, for the caller to read. */
  readonly results: readonly StateArray[];
}

/** Path method with which depths are measured: an exact one, whichever method the steps use. */
export const EXACT: PathMethod = 'flood';

/** Penetration depth of each surface vertex, by DCD and shortest paths. */
const PENETRATION: Measurement = {
  name: 'depths',
  passes: [...findQueries(CONTAINMENT.measured), ...preparePaths(EXACT), answerPaths(EXACT), DEPTHS],
  results: ['depths'],
};

const KINETIC_ENERGY: Measurement = { name: 'energy', passes: [ENERGY], results: ['energies'] };

/** Measurements that every frame takes. */
export const FRAME_MEASUREMENTS: readonly Measurement[] = [PENETRATION, KINETIC_ENERGY];

/** Number of surface edges that intersect a surface triangle. Measured on demand only, because it takes long. */
export const PIERCING: Measurement = { name: 'piercing', passes: COUNT_PIERCING, results: [] };
