/** Every parameter once: value, unit, range, meaning. Panel, command line, links and record are built from these. */
interface Described {
  readonly group: 'scene' | 'time' | 'material' | 'collision' | 'contact' | 'interaction';
  readonly meaning: string;
  /** Takes effect only when the scene is built again. */
  readonly onReset?: boolean;
}
export interface NumberParameter extends Described {
  readonly kind: 'number' | 'integer';
  readonly default: number;
  readonly min: number;
  readonly max: number;
  /** SI unit, '' where there is none. */
  readonly unit: string;
  /** Sliders move in equal factors instead of equal steps. */
  readonly logarithmic?: boolean;
}
export interface ChoiceParameter extends Described {
  readonly kind: 'choice';
  readonly default: string;
  readonly options: readonly string[];
}
export interface FlagParameter extends Described {
  readonly kind: 'flag';
  readonly default: boolean;
}
export type ParameterDefinition = NumberParameter | ChoiceParameter | FlagParameter;

export type ParameterTable = Readonly<Record<string, ParameterDefinition>>;

/** A parameter's values: one of its options, on or off, or a number. */
type ValueOf<D> = D extends { readonly kind: 'flag' }
  ? boolean
  : D extends { readonly kind: 'choice'; readonly options: readonly (infer Option)[] }
    ? Option
    : number;
/** The values of a table's parameters, which sliders change. */
export type ValuesOf<T extends ParameterTable> = { -readonly [K in keyof T]: ValueOf<T[K]> };

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
