import { PARAMETERS, type SimulationParameters } from '../../simulation/parameters.ts';
import { quantityInWords } from './quantity.ts';

type Name = keyof SimulationParameters;

/** Returns a parameter's name in words: 'youngs modulus' for 'youngsModulus'. */
const inWords = (name: string): string => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

const capitalised = (text: string): string => text[0].toUpperCase() + text.slice(1);

/** Returns a parameter's name that people read, such as 'Time step'. */
export const titleOf = (name: Name): string => PARAMETERS[name].title ?? capitalised(inWords(name));

/** Returns the name of a choice's option that people read, such as 'Discrete (DCD)' for the mode 'dcd'. */
export function optionTitle(name: Name, option: string): string {
  const definition = PARAMETERS[name];
  const titles = definition.kind === 'choice' ? definition.titles : undefined;
  return titles?.[option] ?? capitalised(option.replaceAll('-', ' '));
}

/** Returns a parameter's value in words: '3.3 ms', 'Discrete (DCD)', or 'on' and 'off' for a flag. */
export function valueInWords(name: Name, value: unknown): string {
  const definition = PARAMETERS[name];
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (typeof value === 'number') return quantityInWords(value, 'unit' in definition ? definition.unit : '');
  return optionTitle(name, String(value));
}

/** Says which of these parameters take effect only when the person restarts the scene; '' if none does. */
export function atNextStart(names: readonly Name[]): string {
  const titles = names.filter((name) => PARAMETERS[name].onReset === true).map(titleOf);
  if (titles.length === 0) return '';
  return `${titles.join(' and ')} ${titles.length === 1 ? 'takes' : 'take'} effect at the next start: press Restart (r).`;
}

/** Returns the parameters in `after` that differ from `before`. */
export function difference(before: SimulationParameters, after: SimulationParameters): Partial<SimulationParameters> {
  const known = new Map<string, unknown>(Object.entries(before));
  return Object.fromEntries(Object.entries(after).filter(([name, value]) => known.get(name) !== value));
}
