import type { CounterTable, ParameterTable } from '../../tables/table-definitions.ts';

export const SELF_CULLING = ['off', 'cones'] as const;
/** Places in which the GPU backend can run CCD: the worker pool, or the device by kernels. */
export const CCD_ON = ['pool', 'device'] as const;

/** Parameter of CCD alone. */
export const CCD_PARAMETERS = {
  selfCulling: {
    kind: 'choice',
    title: 'Self-collision culling',
    group: 'collision',
    default: 'off',
    options: SELF_CULLING,
    titles: { off: 'Off', cones: 'Cones of normals' },
    onlyWith: { mode: ['ccd', 'hybrid'] },
  },
  ccdOn: {
    kind: 'choice',
    title: 'Place of CCD',
    group: 'collision',
    default: 'pool',
    options: CCD_ON,
    titles: { pool: 'Workers', device: 'GPU' },
    onlyWith: { mode: ['ccd', 'hybrid'] },
    onReset: true,
  },
} as const satisfies ParameterTable;

/** Counters of CCD alone. */
export const CCD_COUNTERS = {
  /** Pairs that pass the broad phase of CCD, but lie in a patch that is proved free of collisions. */
  ccdCulled: { kind: 'sum' },
  /** In worlds with sheets: hits of vertices, and faces near them, beyond those that are kept (hitsPerVertex). */
  vertexHitsLeftOut: { kind: 'sum', inFrame: 'per step' },
} as const satisfies CounterTable;
