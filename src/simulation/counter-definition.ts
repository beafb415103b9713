/**
 * A counter of a program. Passes find it in `State.counters` by its word in COUNTERS, kernels as COUNTER_ and its name. All start
 * from 0 where a program doesn't say otherwise.
 *
 * Its kind says what several workers, or the device and the pool, tell together:
 * - `length`: of a list, or told from outside; who finds it out sets it, and the device knows it.
 * - `sum`: what all have counted.
 * - `greatest`: the greatest that any has found. Of floats that aren't negative it holds the bits: these have the floats' order.
 * - `least`: the least but 0 that any has found; 0 where nobody has found one.
 */
export type CounterDefinition =
  | {
      readonly kind: 'length' | 'sum';
      /** Whether frames' rows, and with them recordings, have it: as a mean per step, or per query of all its detections. */
      readonly inFrame?: 'per step' | 'per query';
    }
  | { readonly kind: 'greatest' | 'least'; readonly inFrame?: never };

export type CounterKind = CounterDefinition['kind'];
export type CounterTable = Readonly<Record<string, CounterDefinition>>;
