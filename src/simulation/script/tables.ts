import type { CounterTable } from '../table-definitions.ts';

export const SCRIPT_COUNTERS = {
  /** Vertices that a script moves in this step. */
  driven: { kind: 'length' },
} as const satisfies CounterTable;
