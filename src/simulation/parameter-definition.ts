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
