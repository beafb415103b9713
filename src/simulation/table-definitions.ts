/** Common fields of a parameter's definition. Panel, command line, links and recordings are built from these definitions. */
interface Described {
  readonly group: 'scene' | 'time' | 'material' | 'collision' | 'contact' | 'interaction';
  readonly meaning: string;
  /** True if a change takes effect only when the scene is built again. */
  readonly onReset?: boolean;
}
export interface NumberParameter extends Described {
  readonly kind: 'number' | 'integer';
  readonly default: number;
  readonly min: number;
  readonly max: number;
  /** SI unit, '' if there is none. */
  readonly unit: string;
  /** True if the slider moves in equal factors instead of equal steps. */
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

/** Type of a parameter's value: an option, a boolean or a number. */
type ValueOf<D> = D extends { readonly kind: 'flag' }
  ? boolean
  : D extends { readonly kind: 'choice'; readonly options: readonly (infer Option)[] }
    ? Option
    : number;
/** Values of a table's parameters. */
export type ValuesOf<T extends ParameterTable> = { -readonly [K in keyof T]: ValueOf<T[K]> };

/**
 * A counter of a program. Stages find it in `State.counters` at its index in COUNTERS, kernels as COUNTER_ and its name. It starts
 * at 0 unless the program sets it.
 *
 * Its kind says how the values of several workers, or of device and pool, are combined:
 * - `length`: length of a list, set by the pass that writes the list, or a number set by the host. Values aren't combined:
 *   mergeCounters keeps that of its first argument, the device's.
 * - `sum`: sum of all values.
 * - `greatest`: maximum. A float that isn't negative is stored by its bits, which have the same order.
 * - `least`: minimum of the values above 0; 0 if there is none.
 */
export type CounterDefinition =
  | {
      readonly kind: 'length' | 'sum';
      /** Set if frame rows, and so recordings, have the counter: as a mean per step, or per query of all detections. */
      readonly inFrame?: 'per step' | 'per query';
    }
  | { readonly kind: 'greatest' | 'least'; readonly inFrame?: never };

export type CounterKind = CounterDefinition['kind'];
export type CounterTable = Readonly<Record<string, CounterDefinition>>;
