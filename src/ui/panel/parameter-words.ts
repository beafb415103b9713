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

/** Names of parameters in a text, with values: `crossedEdges=part`, `timeStep`. A name that is a word, such as `contacts`, counts only with a value. */
const NAMES_IN_TEXT = new RegExp(
  Object.keys(PARAMETERS)
    .map((name) => String.raw`\b${name}${name === name.toLowerCase() ? String.raw`=[\w-]+` : String.raw`\b(=[\w-]+)?`}`)
    .join('|'),
  'g',
);

/** Returns a text in which parameters have the names and values of the panel: ‘Crossed edges: Are parted’ for crossedEdges=part. */
export const inPanelWords = (text: string): string =>
  text.replaceAll(NAMES_IN_TEXT, (found) => {
    const [name, value] = found.split('=') as [Name, string | undefined];
    if (value === undefined) return `‘${titleOf(name)}’`;
    const { kind } = PARAMETERS[name];
    const read = kind === 'choice' ? value : kind === 'flag' ? value === 'true' : Number(value);
    return `‘${titleOf(name)}: ${valueInWords(name, read)}’`;
  });

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
