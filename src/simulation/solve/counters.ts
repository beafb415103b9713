import type { CounterTable } from '../counter-definition.ts';

/** Told from outside, and the look for broken numbers. */
export const SOLVE_COUNTERS = {
  /** Vertices that a person pulls in this step. */
  attachments: { kind: 'length' },
  /** Vertices that a script moves in this step. */
  driven: { kind: 'length' },
  /** 0, or 1 + the body that has a position that isn't finite or too far away. */
  broken: { kind: 'sum' },
} as const satisfies CounterTable;
