import type { Figure } from '../scenes/check.ts';
import type { SizeName } from '../scenes/scene.ts';

/** One run of a check: its size, and its contacts per step as means over all frames. */
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

/** Whether a figure holds its bound; undefined without a bound. NaN holds none. */
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

/** Whether a check holds all bounds and the scene has some of its own. */
export function holdsAll({ figures }: CheckResult): boolean {
  const verdicts = figures.map(holds).filter((verdict) => verdict !== undefined);
  // The runner's own bound, that no run broke, says nothing about the scene's figures, so it alone isn't enough.
  return verdicts.length > 1 && !verdicts.includes(false);
}

/** A figure's value with four digits and its unit; a share is shown in percent. */
export function readable(value: number, unit = ''): string {
  const shown = unit === '%' ? 100 * value : value;
  const digits = Number.isInteger(shown) ? String(shown) : String(Number(shown.toPrecision(4)));
  return unit === '' ? digits : `${digits} ${unit}`;
}

/** A figure with its verdict and bound, as one line for the terminal. */
export function figureLine(figure: Figure): string {
  const { name, value, unit, relation, bound } = figure;
  const verdict = holds(figure);
  const word = verdict === undefined ? '      ' : verdict ? 'holds ' : 'MISSED';
  const rule = relation === undefined || bound === undefined ? '' : ` ${relation} ${readable(bound, unit)}`;
  return `  ${word} ${name}: ${readable(value, unit)}${rule}`;
}
