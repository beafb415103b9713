import type { CounterTable } from '../counter-definition.ts';

/** DCD and CCD. */
export const DETECTION_COUNTERS = {
  /** Pairs that no list had memory for, summed over the step's detections. */
  pairsDropped: { kind: 'sum', inFrame: 'per step' },
  pairs: { kind: 'length' },
  /** Shortest paths that the step's last detection asked for. */
  queries: { kind: 'length', inFrame: 'per step' },
  /** `queries`, added up over the step's detections; those written from outside aren't among them. */
  queriesAsked: { kind: 'sum' },
  /** Pairs that the broad phase of CCD lets through. */
  ccdCandidates: { kind: 'sum' },
} as const satisfies CounterTable;
