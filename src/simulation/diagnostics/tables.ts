import type { CounterTable } from '../table-definitions.ts';

/** Counters of diagnostic figures. */
export const DIAGNOSTIC_COUNTERS = {
  /** Surface vertices that penetrate. */
  penetrating: { kind: 'sum' },
  /** Surface vertices whose penetration depth exceeds DEEP times their model's thickness. */
  deep: { kind: 'sum' },
  /** Bits of the greatest depth [m] as a float. */
  deepest: { kind: 'greatest' },
  /** 1 + the first body with a position that isn't finite or is too far away; 0 if there is none. */
  broken: { kind: 'least' },
  /** Surface edges that intersect a surface triangle. */
  piercing: { kind: 'sum' },
} as const satisfies CounterTable;
