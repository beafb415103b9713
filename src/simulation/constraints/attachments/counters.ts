import type { CounterTable } from '../../counter-definition.ts';

export const ATTACHMENT_COUNTERS = {
  /** Vertices that a person pulls in this step. */
  attachments: { kind: 'length' },
} as const satisfies CounterTable;
