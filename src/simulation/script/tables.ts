import type { CounterTable } from '../tables/table-definitions.ts';

/** Counters of scripted motions. */
export const SCRIPT_COUNTERS = {
  /** Number of vertices that a script moves in this step. */
  driven: { kind: 'length' },
} as const satisfies CounterTable;
