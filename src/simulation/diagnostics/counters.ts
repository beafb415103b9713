import type { CounterTable } from '../counter-definition.ts';

/** Figures of a state. */
export const DIAGNOSTIC_COUNTERS = {
  /** Surface vertices that penetrate. */
  penetrating: { kind: 'sum' },
  /** Penetrating vertices deeper than DEEP of their model's thickness. */
  deep: { kind: 'sum' },
  /** Bits of a float, so that an atomic maximum of integers is a maximum of depths [m]. */
  deepest: { kind: 'sum' },
  /** 0, or 1 + the body that has a position that isn't finite or too far away. */
  broken: { kind: 'sum' },
  /** Surface edges that pierce a surface triangle. */
  piercing: { kind: 'sum' },
} as const satisfies CounterTable;
