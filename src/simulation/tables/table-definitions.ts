/** Common fields of a parameter's definition. Panel, command line, links and recordings are built from these definitions; PARAMETER_MEANINGS explains each. */
interface CommonFields {
  /** Section of the panel. */
  readonly group: 'scene' | 'time' | 'material' | 'collision' | 'contact' | 'interaction';
  /** Name that the user reads; by default the parameter's own name, in words. */
  readonly title?: string;
  /**
   * Set if a change takes effect only when the scene is built again: when the person restarts it, or `at once`, because the scene is
   * restarted by the change.
   */
  readonly onReset?: true | 'at once';
  /**
   * Choices on which the parameter depends: it has an effect only with one of the given options, of each of them. By default it always has
   * an effect.
   */
  readonly onlyWith?: Readonly<Record<string, readonly string[]>>;
  /** Set if the parameter has an effect only in worlds that have this: an air mesh; or only in the plane. */
  readonly needs?: 'air' | 'plane';
  /** Whether cloth uses the parameter too, whichever material is chosen. */
  readonly ofCloth?: boolean;
}
export interface NumberParameter extends CommonFields {
  readonly kind: 'number' | 'integer';
  readonly default: number;
  readonly min: number;
  readonly max: number;
  /** SI unit; '' if the parameter has none. */
  readonly unit: string;
  /** True if the slider moves in equal factors instead of equal steps. */
  readonly logarithmic?: boolean;
}
export interface ChoiceParameter extends CommonFields {
  readonly kind: 'choice';
  readonly default: string;
  readonly options: readonly string[];
  /** Names of options that the user reads; by default the options themselves, in words. Links and command line keep the options. */
  readonly titles?: Readonly<Record<string, string>>;
}
export interface FlagParameter extends CommonFields {
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
 * A counter of a program. A stage finds the counter NAME at State.counters[COUNTERS.NAME], and a kernel at the index COUNTER_NAME. A
 * counter starts at 0 unless the program sets it.
 *
 * Its kind says how the values of several workers, or of device and pool, are combined:
 * - `length`: a value with only one writer. It is the length of a list, set by the pass that writes this list, or a number set by the host.
 *   Such values are not combined: mergeCounters keeps the value in its first argument (the device's counters).
 * - `sum`: sum of all values.
 * - `greatest`: maximum. The value may be the bits of a float that isn't negative, since such bits have the same order as the floats.
 * - `least`: minimum of the values above 0; 0 if no value is above 0.
 */
export type CounterDefinition =
  | {
      readonly kind: 'length' | 'sum';
      /**
       * Set if the counter is a column of frame rows and recordings: a mean per step, or per shortest-path query; or the mean over the steps
       * of a share, which the counter has in millionths.
       */
      readonly inFrame?: 'per step' | 'per query' | 'share';
    }
  | { readonly kind: 'greatest' | 'least'; readonly inFrame?: never };

export type CounterKind = CounterDefinition['kind'];
export type CounterTable = Readonly<Record<string, CounterDefinition>>;
