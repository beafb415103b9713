import type { CounterTable, ParameterTable } from '../../tables/table-definitions.ts';

/** Parameters of dragging. */
export const DRAGGING = {
  dragCompliance: {
    kind: 'number',
    group: 'interaction',
    default: 1e-5,
    min: 0,
    max: 1,
    unit: 'm/N',
    meaning: 'softness of the pull on a dragged vertex',
  },
} as const satisfies ParameterTable;

export const ATTACHMENT_COUNTERS = {
  /** Number of vertices that the user drags in this step. */
  attachments: { kind: 'length' },
} as const satisfies CounterTable;
