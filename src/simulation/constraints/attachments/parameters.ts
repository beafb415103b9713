import type { ParameterTable } from '../../parameter-definition.ts';

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
