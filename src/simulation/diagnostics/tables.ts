import type { CounterTable } from '../table-definitions.ts';

/** Figures of a state. */
export const DIAGNOSTIC_COUNTERS = {
  /** Surface vertices that penetrate. */
  penetrating: { kind: 'sum' },
  /** Penetrating vertices deeper than DEEP of their model's thickness. */
  deep: { kind: 'sum' },
  /** Bits of the greatest depth [m] as a float. */
  deepest: { kind: 'greatest' },
  /** 1 + the first body that has a position that isn't finite or too far away; 0 where none has. */
  broken: { kind: 'least' },
  /** Surface edges that pierce a surface triangle. */
  piercing: { kind: 'sum' },
} as const satisfies CounterTable;
