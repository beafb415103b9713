/** A counter of a program. Passes find it in `State.counters` by its word in COUNTERS, kernels as COUNTER_ and its name. */
export interface CounterDefinition {
  /** `length`: of a list, or told from outside; whoever finds it out sets it. `sum`: adds up, from the pool and the device. */
  readonly kind: 'length' | 'sum';
  /** Whether frames' rows, and with them recordings, have it: as a mean per step, or per query of all its detections. */
  readonly inFrame?: 'per step' | 'per query';
}

export type CounterTable = Readonly<Record<string, CounterDefinition>>;
