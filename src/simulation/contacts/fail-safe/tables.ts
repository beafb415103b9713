import type { CounterTable, ParameterTable } from '../../tables/table-definitions.ts';

/** Parameter of the fail-safe. */
export const FAIL_SAFE_PARAMETERS = {
  failSafe: {
    kind: 'flag',
    title: 'Sheets never cross',
    group: 'contact',
    default: true,
    onlyWith: { mode: ['ccd', 'hybrid'] },
  },
} as const satisfies ParameterTable;

/** Counter of the fail-safe. */
export const FAIL_SAFE_COUNTERS = {
  /** Vertices whose motion the fail-safe has shortened. */
  truncated: { kind: 'sum', inFrame: 'per step' },
} as const satisfies CounterTable;
