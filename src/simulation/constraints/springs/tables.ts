import type { ParameterTable } from '../../tables/table-definitions.ts';

/** Parameters of springs. */
export const SPRING_MATERIAL = {
  springStiffness: {
    kind: 'number',
    group: 'material',
    default: 1e4,
    min: 1e-1,
    max: 1e8,
    unit: 'N/m',
    logarithmic: true,
    onlyWith: { material: ['mass-spring'] },
  },
} as const satisfies ParameterTable;
