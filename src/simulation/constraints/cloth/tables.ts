import type { ParameterTable } from '../../tables/table-definitions.ts';

/** Number of XPBD multipliers of a triangle: an impulse, a vector, on each column of F. A hinge has one. */
export const TRIANGLE_MULTIPLIERS = 6;

/** Parameters of cloth, beside those of elastic tetrahedra, which its membrane shares. */
export const CLOTH_MATERIAL = {
  bendingStiffness: {
    kind: 'number',
    group: 'material',
    default: 1e-5,
    min: 0,
    max: 1,
    unit: 'N·m',
  },
} as const satisfies ParameterTable;
