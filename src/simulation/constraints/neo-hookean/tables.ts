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
    meaning: 'Young’s modulus of elastic tetrahedra, and of cloth in every scene',
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
    meaning: 'resistance to change of volume; of cloth, to getting wider or narrower as it is stretched',
  },
} as const satisfies ParameterTable;
