import type { Pass } from '../program/pass.ts';
import { CONTAINMENT, FACES, type StateArray, SUM_CHUNK, volumeSumCount } from '../state.ts';
import { MOST_SAMPLES } from './tables.ts';
import { answerPaths, preparePaths } from '../path/passes.ts';
import type { PathMethod } from '../path/tables.ts';
import { findQueries } from '../detect/passes.ts';
import type { Dimension } from '../world/model.ts';

/** Writes the penetration depths of the surface vertices: lengths of the shortest paths of their queries. */
export const DEPTHS: Pass = {
  name: 'depths',
  clock: 'measuring',
  reads: ['pairCounts', 'pairOffsets', 'paths'],
  writes: ['depths'],
  stages: [{ stage: 'depths' }],
  kernels: ({ world }) => [{ kernel: 'depths', count: world.surfaceVertexCount }],
};

/** Counts exactly the surface edges that cross a surface triangle of their own or another body (pierce.ts). */
export const PIERCING_PASSES: readonly Pass[] = [
  {
    name: 'piercing',
    clock: 'measuring',
    reads: ['positions', 'faceOrder', 'bodyOrder'],
    writes: [],
    // Only this pass uses these boxes, so they are not copied to the device. The device computes its own boxes for other passes.
    scratch: ['faceBoxes', 'faceLeaves', 'bodyBoxes'],
    stages: [{ stage: 'refitFaces', argument: FACES.all }, { stage: 'refitBodySurfaces' }, { stage: 'piercing' }],
  },
];

/**
 * Computes kinetic energies, and checks positions: they must be finite and not too far from the origin. Every step ends with this pass,
 * because of the check (step.ts). The measurements of a frame include this pass too.
 */
export const ENERGY: Pass = {
  name: 'energy',
  clock: 'solve',
  reads: ['positions', 'velocities', 'inverseMasses'],
  writes: ['energies'],
  stages: [{ stage: 'energy' }],
  kernels: ({ world }) => [{ kernel: 'energy', count: Math.ceil(world.vertexCount / SUM_CHUNK) }],
};

/** A measurement of the current state. Its passes change no array that a step starts from. Its counters are totals over all bodies. */
export interface Measurement {
  readonly name: string;
  readonly passes: readonly Pass[];
  /** Arrays that the passes write and the caller reads. */
  readonly results: readonly StateArray[];
}

/** The path method for measuring depths. It is exact. Measurements use it whichever method the steps use. */
export const EXACT_METHOD: PathMethod = 'flood';

/** Penetration depth of each surface vertex, by DCD and shortest paths. */
const PENETRATION: Measurement = {
  name: 'depths',
  passes: [...findQueries(CONTAINMENT.measured), ...preparePaths(EXACT_METHOD), answerPaths(EXACT_METHOD), DEPTHS],
  results: ['depths'],
};

/** Share of the volume that lies in other volume (overlap.ts). The trees are those of PENETRATION. */
const OVERLAP: Measurement = {
  name: 'overlap',
  passes: [
    {
      name: 'overlap',
      clock: 'measuring',
      reads: ['positions', 'tetBoxes', 'tetOrder', 'bodyBoxes', 'bodyOrder', 'deepUntil'],
      writes: [],
      stages: [{ stage: 'overlap' }],
      kernels: ({ world }) => [{ kernel: 'overlap', count: Math.min(MOST_SAMPLES, world.tetCount) }],
    },
  ],
  results: [],
};

/** Inverted elements, and the least volume of a body (volumes.ts). */
export const VOLUMES: Measurement = {
  name: 'volumes',
  passes: [
    {
      name: 'volumes',
      clock: 'measuring',
      reads: ['positions'],
      writes: [],
      scratch: ['volumeSums'],
      stages: [{ stage: 'volumes' }],
      kernels: ({ world }) => [
        { kernel: 'volumeSums', count: volumeSumCount(world) },
        { kernel: 'leastVolume', count: world.bodies.length },
      ],
    },
  ],
  results: [],
};

/** The same two figures for bodies in the plane, of their areas (planar-overlap.ts). */
const AREAS: Measurement = {
  name: 'areas',
  passes: [
    {
      name: 'areas',
      clock: 'measuring',
      reads: ['positions', 'faceOrder', 'bodyOrder'],
      writes: [],
      scratch: ['faceBoxes', 'faceLeaves', 'bodyBoxes', 'volumeSums'],
      stages: [
        { stage: 'refitFaces', argument: FACES.all },
        { stage: 'refitBodySurfaces' },
        { stage: 'planarOverlap' },
        { stage: 'volumes' },
      ],
    },
  ],
  results: [],
};

const KINETIC_ENERGY: Measurement = { name: 'energy', passes: [ENERGY], results: ['energies'] };

/** Measurements that every frame takes, by the dimension of the world. */
export const FRAME_MEASUREMENTS: Readonly<Record<Dimension, readonly Measurement[]>> = {
  2: [PENETRATION, AREAS, KINETIC_ENERGY],
  3: [PENETRATION, OVERLAP, VOLUMES, KINETIC_ENERGY],
};

/** Number of surface edges that cross a surface triangle. It is measured on demand only, because counting takes long. */
export const PIERCING: Measurement = { name: 'piercing', passes: PIERCING_PASSES, results: [] };
