import { ONLY_XPBD } from '../../integrators/tables.ts';
import type { ParameterTable } from '../../tables/table-definitions.ts';

/** Parameter that flattens a scene. */
export const FLATTENING = {
  flatten: {
    kind: 'flag',
    group: 'interaction',
    default: false,
    ...ONLY_XPBD,
    meaning: 'whether all bodies are pressed flat to height 0, exactly; a script or the panel lets go of them',
  },
} as const satisfies ParameterTable;
