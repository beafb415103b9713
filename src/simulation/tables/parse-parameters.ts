import { decimal, quoted } from '../../math/text.ts';
import { PARAMETERS, type SimulationParameters } from '../parameters.ts';
import type { NumberParameter } from './table-definitions.ts';

/** Thrown for an unknown parameter name or an invalid value. The message says what was found and what is allowed. */
export class ParameterError extends Error {}

export const isParameter = (name: string): name is keyof SimulationParameters => Object.hasOwn(PARAMETERS, name);

/** Parameters that older links and scene files know by another name. */
const FORMER_NAMES: Readonly<Record<string, keyof SimulationParameters>> = { failSafe: 'guarantee' };

/** Names of parameters that are read, though they are no more written. */
export const formerNames: readonly string[] = Object.keys(FORMER_NAMES);

/** Returns the present name of a parameter; any other text stays as it is. */
export const currentName = (name: string): string => (Object.hasOwn(FORMER_NAMES, name) ? FORMER_NAMES[name]! : name);

/**
 * Parses a parameter's value from the text in a command line or link.
 * @throws ParameterError if the name is unknown, or if the value is of the wrong kind or out of range
 */
export function parseParameter(given: string, text: string): Partial<SimulationParameters> {
  const name = currentName(given);
  if (!isParameter(name)) {
    throw new ParameterError(`unknown parameter ${quoted(name)}; known are ${Object.keys(PARAMETERS).join(', ')}`);
  }
  const definition = PARAMETERS[name];
  switch (definition.kind) {
    case 'choice':
      if (!definition.options.includes(text)) {
        throw new ParameterError(`parameter ${name} is ${quoted(text)}; allowed are ${definition.options.join(', ')}`);
      }
      return { [name]: text };
    case 'flag':
      if (!['on', 'off', 'true', 'false'].includes(text)) {
        throw new ParameterError(`parameter ${name} is ${quoted(text)}; allowed are on, off, true, false`);
      }
      return { [name]: text === 'on' || text === 'true' };
    default: {
      const value = decimal(text);
      if (!isInRange(definition, value))
        throw new ParameterError(`parameter ${name} is ${quoted(text)}; expected ${rangeInWords(definition)}`);
      return { [name]: value };
    }
  }
}

/** Whether a number is of a parameter's kind and in its range. */
export const isInRange = ({ kind, min, max }: NumberParameter, value: number): boolean =>
  value >= min && value <= max && (kind === 'number' || Number.isInteger(value));

/** Says which numbers a parameter takes, for messages. */
export const rangeInWords = ({ kind, min, max, unit }: NumberParameter): string =>
  `${kind === 'integer' ? 'a whole number' : 'a number'} from ${min} to ${max}${unit && ` ${unit}`}`;
