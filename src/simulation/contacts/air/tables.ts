import type { CounterTable } from '../../tables/table-definitions.ts';

/** Counter of contacts found in air. */
export const AIR_CONTACT_COUNTERS = {
  /** Contacts of the step's last detection that a walk over air has found. */
  contactsAir: { kind: 'length', inFrame: 'per step' },
} as const satisfies CounterTable;
