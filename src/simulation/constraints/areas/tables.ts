import { ONLY_XPBD } from '../../integrators/tables.ts';
import type { ParameterTable } from '../../tables/table-definitions.ts';

/** Parameters of the areas of planar bodies. */
export const AREA_MATERIAL = {
  areaStiffness: {
    kind: 'number',
    title: 'Stiffness of areas',
    group: 'material',
    default: 0,
    min: 0,
    max: 1e8,
    unit: 'N/m',
    needs: 'plane',
    onlyWith: { ...ONLY_XPBD.onlyWith, material: ['mass-spring'] },
  },
} as const satisfies ParameterTable;
