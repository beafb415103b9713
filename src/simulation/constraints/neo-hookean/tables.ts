import type { ParameterTable } from '../../tables/table-definitions.ts';

const ONLY_NEO_HOOKEAN = { onlyWith: { material: ['neo-hookean', 'neo-hookean-xpbd'] }, ofCloth: true } as const;

/** Parameters of elastic tetrahedra. */
export const NEO_HOOKEAN_MATERIAL = {
  youngsModulus: {
    kind: 'number',
    title: 'Stiffness',
    group: 'material',
    default: 2e5,
    min: 1e2,
    max: 1e9,
    unit: 'Pa',
    logarithmic: true,
    ...ONLY_NEO_HOOKEAN,
  },
  poissonRatio: {
    kind: 'number',
    title: 'Poisson’s ratio',
    group: 'material',
    default: 0.4,
    min: 0,
    max: 0.495,
    unit: '',
    ...ONLY_NEO_HOOKEAN,
  },
} as const satisfies ParameterTable;
