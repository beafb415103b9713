import type { ModelDataTable } from './model-data.ts';
import type { StageTable } from './program/run-program.ts';

/** Stages and functions for model data that few runs need. */
export interface LatePart {
  readonly stages: StageTable;
  readonly modelData: ModelDataTable;
}

/** Fetches a part, and names what is in it. */
export interface LatePartSource {
  readonly names: readonly string[];
  fetch(): Promise<LatePart>;
}

/** All such parts. A worker fetches one before it first needs a stage or model data of it (workers/pool-worker.ts). */
export const LATE_PARTS: readonly LatePartSource[] = [
  {
    names: [
      'listContacts',
      'predictWithForces',
      'beginSolve',
      'solveLinear',
      'moveAlong',
      'endSolve',
      'elementIncidence',
    ],
    fetch: async () => (await import('./integrators/implicit-euler/implicit-euler-part.ts')).IMPLICIT_EULER,
  },
  {
    names: [
      'springs',
      'springsByBody',
      'cloth',
      'clothByBody',
      'neoHookeanXpbd',
      'neoHookeanXpbdByBody',
      'clearGases',
      'gas',
      'air',
      'countInvertedAir',
      'flatten',
      'goOn',
      'wait',
    ],
    fetch: async () => (await import('./constraints/rare-constraints-part.ts')).RARE_CONSTRAINTS,
  },
  {
    names: ['fillField', 'fieldContacts', 'exactDistances', 'firstOrderDistances', 'secondOrderDistances'],
    fetch: async () => (await import('./path/distance-field/distance-field-part.ts')).DISTANCE_FIELD,
  },
  {
    names: ['improveAir'],
    fetch: async () => (await import('./constraints/air/improve-air-part.ts')).IMPROVE_AIR,
  },
  {
    names: ['linkAir', 'airContacts'],
    fetch: async () => (await import('./contacts/air/air-contacts-part.ts')).AIR_CONTACTS,
  },
  {
    names: ['planarOverlap'],
    fetch: async () => (await import('./diagnostics/planar-overlap-part.ts')).PLANAR_OVERLAP,
  },
  {
    names: ['markPatches', 'patchTree'],
    fetch: async () => (await import('./contacts/ccd/self-culling-part.ts')).SELF_CULLING,
  },
];
