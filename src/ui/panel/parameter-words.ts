import { PARAMETERS, type SimulationParameters } from '../../simulation/parameters.ts';

/** A parameter's name in words: 'youngsModulus' as 'youngs modulus'. */
export const inWords = (name: string): string => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** A parameter's value with its unit: '0.5 s'; a flag is on or off. */
export function valueInWords(name: keyof SimulationParameters, value: unknown): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  const definition = PARAMETERS[name];
  const unit = 'unit' in definition && definition.unit ? ` ${definition.unit}` : '';
  return typeof value === 'number' ? `${Number(value.toPrecision(3))}${unit}` : String(value);
}

/** The notice of parameters that a scene's script has changed. @param time of the change [s] */
export function parameterNotice(time: number, changed: Partial<SimulationParameters>): string {
  const parts = (Object.keys(changed) as (keyof SimulationParameters)[]).map(
    (name) => `${inWords(name)} to ${valueInWords(name, changed[name])}`,
  );
  return `At ${time.toFixed(1)} s the scene set ${parts.join(', ')}.`;
}

/** The parameters in `after` that differ from `before`. */
export function difference(before: SimulationParameters, after: SimulationParameters): Partial<SimulationParameters> {
  const known = new Map<string, unknown>(Object.entries(before));
  return Object.fromEntries(Object.entries(after).filter(([name, value]) => known.get(name) !== value));
}
