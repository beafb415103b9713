import { PARAMETERS, type SimulationParameters } from '../../simulation/parameters.ts';

/** Returns a parameter's name in words: 'youngs modulus' for 'youngsModulus'. */
export const inWords = (name: string): string => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** Returns a parameter's value with its unit, such as '0.5 s'; 'on' or 'off' for a flag. */
export function valueInWords(name: keyof SimulationParameters, value: unknown): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  const definition = PARAMETERS[name];
  const unit = 'unit' in definition && definition.unit ? ` ${definition.unit}` : '';
  return typeof value === 'number' ? `${Number(value.toPrecision(3))}${unit}` : String(value);
}

/** Returns the parameters in `after` that differ from `before`. */
export function difference(before: SimulationParameters, after: SimulationParameters): Partial<SimulationParameters> {
  const known = new Map<string, unknown>(Object.entries(before));
  return Object.fromEntries(Object.entries(after).filter(([name, value]) => known.get(name) !== value));
}
