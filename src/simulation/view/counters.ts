import type { CounterTable } from '../counter-definition.ts';

/** Counters of the measuring pass. */
export const MEASURED_COUNTERS = {
  /** Surface vertices that penetrate. */
  penetrating: { kind: 'sum' },
  /** Penetrating vertices deeper than DEEP of their model's thickness. */
  deep: { kind: 'sum' },
  /** Bits of a float, so that an atomic maximum of integers is a maximum of depths [m]. */
  deepest: { kind: 'sum' },
} as const satisfies CounterTable;
