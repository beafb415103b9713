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
    meaning:
      'how much the triangles of bodies in the plane resist a change of their signed area; 0 is not at all. Some three times the stiffness of springs turns a mirrored body back, unless vertices inside it keep it crumpled',
  },
} as const satisfies ParameterTable;
