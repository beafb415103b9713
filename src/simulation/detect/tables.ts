import type { CounterTable, ParameterTable } from '../table-definitions.ts';

export const MODES = ['off', 'ccd', 'dcd', 'hybrid'] as const;
export const CONTACT_SCHEDULES = ['end-of-step', 'in-the-loop'] as const;
/** Points that DCD makes contacts of: surface vertices; surface edges too; also inner vertices and centroids of tetrahedra. */
export const CONTACT_POINTS = ['vertices', 'edges', 'all'] as const;
export type ContactPoints = (typeof CONTACT_POINTS)[number];

/** Parameters: which collisions are found, when, and for which points. */
export const COLLISION = {
  mode: {
    kind: 'choice',
    group: 'collision',
    default: 'hybrid',
    options: MODES,
    meaning: 'which collisions are found: none, continuous (ccd), discrete with shortest paths (dcd), or both',
  },
  contacts: {
    kind: 'choice',
    group: 'collision',
    default: 'in-the-loop',
    options: CONTACT_SCHEDULES,
    meaning: 'when contacts are found and projected: after the solve (Algorithm 5), or in every iteration too',
  },
  contactPoints: {
    kind: 'choice',
    group: 'collision',
    default: 'vertices',
    options: CONTACT_POINTS,
    // The choice decides how much memory contacts get.
    onReset: true,
    meaning:
      "which points of a body are pushed out by shortest paths: its surface vertices; its surface edges too; all, inner vertices and elements' centres too, for bodies that start tangled",
  },
} as const satisfies ParameterTable;

/** Parameters: when trees are rebuilt. */
export const REBUILDS = {
  rebuildInterval: {
    kind: 'integer',
    group: 'collision',
    default: 64,
    min: 8,
    max: 10000,
    unit: 'steps',
    meaning: 'steps between rebuilds of the BVHs',
  },
  rebuildDelay: {
    kind: 'integer',
    group: 'collision',
    default: 8,
    min: 1,
    max: 1000,
    unit: 'steps',
    meaning: 'a rebuild started at step k is adopted at exactly k plus this',
  },
} as const satisfies ParameterTable;

/** Counters of DCD and CCD. */
export const DETECTION_COUNTERS = {
  /** Pairs dropped because a list was full, summed over the step's detections. */
  pairsDropped: { kind: 'sum', inFrame: 'per step' },
  pairs: { kind: 'length' },
  /** Shortest-path queries of the step's last detection. */
  queries: { kind: 'length', inFrame: 'per step' },
  /** `queries`, summed over the step's detections; queries written from outside are not included. */
  queriesAsked: { kind: 'sum' },
  /** Pairs that pass the broad phase of CCD. */
  ccdCandidates: { kind: 'sum' },
} as const satisfies CounterTable;
