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
    meaning:
      'flexural rigidity of cloth, its resistance to bending: some 1e-6 for silk, 1e-5 for cotton, 1e-4 for denim; 0 lets it fold freely',
  },
} as const satisfies ParameterTable;
