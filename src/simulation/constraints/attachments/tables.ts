import type { CounterTable, ParameterTable } from '../../table-definitions.ts';

/** Pulling with the mouse. */
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
  /** Vertices that a person pulls in this step. */
  attachments: { kind: 'length' },
} as const satisfies CounterTable;
