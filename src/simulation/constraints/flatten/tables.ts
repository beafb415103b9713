import { ONLY_XPBD } from '../../integrators/tables.ts';
import type { ParameterTable } from '../../tables/table-definitions.ts';

/** Parameter that flattens a scene. */
export const FLATTENING = {
  flatten: {
    kind: 'flag',
    group: 'interaction',
    default: false,
    ...ONLY_XPBD,
  },
} as const satisfies ParameterTable;
