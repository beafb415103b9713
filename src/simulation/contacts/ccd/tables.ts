import type { CounterTable, ParameterTable } from '../../tables/table-definitions.ts';

export const SELF_CULLING = ['off', 'cones'] as const;

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
    meaning:
      "whether continuous detection leaves out pairs within patches of a body's surface that are proved free of collisions by cones of normals (cones); results are the same to the last bit, only the time differs",
  },
} as const satisfies ParameterTable;

/** Counter of CCD alone. */
export const CCD_COUNTERS = {
  /** Pairs that pass the broad phase of CCD, but lie in a patch that is proved free of collisions. */
  ccdCulled: { kind: 'sum' },
} as const satisfies CounterTable;
