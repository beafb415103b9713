import type { Figure } from '../scenes/check.ts';
import type { SizeName } from '../scenes/scene.ts';

/** One run of a scene's check, for the table of runs: its world's size, and its mean numbers of contacts per step over all frames. */
export interface CheckedRun {
  readonly label: string;
  readonly bodies: number;
  readonly vertices: number;
  readonly tetrahedra: number;
  readonly timeStep: number;
  readonly iterations: number;
  readonly frames: number;
  readonly contactsCcd: number;
  readonly contactsDcd: number;
}

/** Result of a check, as `check --json` writes it. */
export interface CheckResult {
  readonly scene: string;
  readonly size: SizeName;
  readonly backend: 'cpu' | 'gpu';
  /** Processor time of all threads [s]. */
  readonly coreSeconds: number;
  readonly runs: readonly CheckedRun[];
  readonly figures: readonly Figure[];
}

/** Returns whether a figure meets its bound; undefined if it has none. NaN meets no bound. */
export function holds({ value, relation, bound }: Figure): boolean | undefined {
  if (relation === undefined || bound === undefined) return undefined;
  const verdicts = {
    '<': value < bound,
    '<=': value <= bound,
    '=': value === bound,
    '>=': value >= bound,
    '>': value > bound,
  };
  return verdicts[relation];
}

/** Tests whether a check's figures meet all their bounds, and at least one of them has a bound. */
export function holdsAll({ figures }: Pick<CheckResult, 'figures'>): boolean {
  const verdicts = figures.map(holds).filter((verdict) => verdict !== undefined);
  return verdicts.length > 0 && !verdicts.includes(false);
}

/** Writes a figure's value with four digits and its unit. If the unit is '%', the value is a share, written in percent. */
export function valueText(value: number, unit = ''): string {
  const inUnit = unit === '%' ? 100 * value : value;
  const digits = Number.isInteger(inUnit) ? String(inUnit) : String(Number(inUnit.toPrecision(4)));
  return unit === '' ? digits : `${digits} ${unit}`;
}

/** Writes a figure with its verdict and bound, as one line for the terminal. */
export function figureLine(figure: Figure): string {
  const { name, value, unit, relation, bound } = figure;
  const verdict = holds(figure);
  const word = verdict === undefined ? '      ' : verdict ? 'holds ' : 'MISSED';
  const rule = relation === undefined || bound === undefined ? '' : ` ${relation} ${valueText(bound, unit)}`;
  return `  ${word} ${name}: ${valueText(value, unit)}${rule}`;
}
