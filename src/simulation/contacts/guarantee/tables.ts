import type { CounterTable, ParameterTable } from '../../tables/table-definitions.ts';

/** Parameter of the guarantee. */
export const GUARANTEE_PARAMETERS = {
  guarantee: {
    kind: 'flag',
    title: 'What is free stays free',
    group: 'contact',
    default: true,
    onlyWith: { mode: ['ccd', 'hybrid'] },
  },
} as const satisfies ParameterTable;

/** What versions before the parameter did, for recordings and states that don't name it. */
export const BEFORE_GUARANTEE = { guarantee: false } as const;

/** Counters of the guarantee. */
export const GUARANTEE_COUNTERS = {
  /** 1 if the step began free, and has ended so. */
  free: { kind: 'length', inFrame: 'per step' },
  /** Vertices whose motion was shortened. */
  truncated: { kind: 'sum', inFrame: 'per step' },
  /** Vertices that a script moves and whose motion was shortened, a part of `truncated`: something is in their way, and they wait. */
  drivenWaiting: { kind: 'sum', inFrame: 'per step' },
  /** Planes that a script moves, and that were stopped by vertices in their way. */
  planesWaiting: { kind: 'sum', inFrame: 'per step' },
  /** Pairs that were pushed apart, and elements that were pushed up. */
  pushedApart: { kind: 'sum', inFrame: 'per step' },
  /** Looks that tested pairs. */
  guardLooks: { kind: 'sum', inFrame: 'per step' },
  /** Pairs that reached the narrow phase in these looks. */
  guardTested: { kind: 'sum', inFrame: 'per step' },
} as const satisfies CounterTable;
