import type { CounterTable } from '../../counter-definition.ts';

/** Contacts, and what had no room among them. */
export const PROJECTION_COUNTERS = {
  /** Contacts of CCD that the step's last detection gave. */
  contactsCcd: { kind: 'length', inFrame: 'per step' },
  /** The same of shortest paths. */
  contactsDcd: { kind: 'length', inFrame: 'per step' },
  /** Contacts that no list had memory for, summed over the step's detections. */
  contactsDropped: { kind: 'sum', inFrame: 'per step' },
  /** Contacts of the last detection for which there was no memory for more rounds of the projection. */
  contactsUncoloured: { kind: 'length', inFrame: 'per step' },
  /** Rounds of the projection. */
  colours: { kind: 'length' },
} as const satisfies CounterTable;
