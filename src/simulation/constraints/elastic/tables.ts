import { ONLY_XPBD } from '../../integrators/tables.ts';
import type { ParameterTable } from '../../tables/table-definitions.ts';
import { AREA_MATERIAL } from '../areas/tables.ts';
import { CLOTH_MATERIAL } from '../cloth/tables.ts';
import { NEO_HOOKEAN_MATERIAL } from '../neo-hookean/tables.ts';
import { SPRING_MATERIAL } from '../springs/tables.ts';

export const MATERIALS = ['neo-hookean', 'neo-hookean-xpbd', 'mass-spring'] as const;
/** Number formats in which the CPU solves the material. The GPU always uses float32. */
export const PRECISIONS = ['float64', 'float32'] as const;

/** Parameters of bodies' materials. */
export const MATERIAL = {
  material: {
    kind: 'choice',
    title: 'Material model',
    group: 'material',
    default: 'neo-hookean',
    options: MATERIALS,
    titles: {
      'neo-hookean': 'Neo-Hookean',
      'neo-hookean-xpbd': 'Neo-Hookean, XPBD',
      'mass-spring': 'Springs (mass-spring)',
    },
  },
  ...NEO_HOOKEAN_MATERIAL,
  ...SPRING_MATERIAL,
  ...AREA_MATERIAL,
  ...CLOTH_MATERIAL,
  materialDamping: {
    kind: 'number',
    group: 'material',
    default: 2e-3,
    min: 0,
    max: 1,
    unit: 's',
  },
  materialPrecision: {
    kind: 'choice',
    title: 'Precision',
    group: 'material',
    default: 'float64',
    options: PRECISIONS,
    titles: { float64: '64 bits (float64)', float32: '32 bits (float32)' },
    ...ONLY_XPBD,
  },
  density: {
    kind: 'number',
    group: 'material',
    default: 1000,
    min: 1,
    max: 2e4,
    unit: 'kg/m^3',
    logarithmic: true,
  },
} as const satisfies ParameterTable;
