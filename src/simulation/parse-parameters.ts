import { decimal, quoted } from '../math/text.ts';
import { PARAMETERS, type SimulationParameters } from './parameters.ts';

/** An unknown parameter name or an invalid value; the message says what was found and what is allowed. */
export class ParameterError extends Error {}

export const isParameter = (name: string): name is keyof SimulationParameters => Object.hasOwn(PARAMETERS, name);

/**
 * Parses a parameter's value from text, as the command line and links give it.
 * @throws ParameterError for an unknown name, a value of the wrong kind or out of range
 */
export function parseParameter(name: string, text: string): Partial<SimulationParameters> {
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
      const { min, max, unit, kind } = definition;
      const value = decimal(text);
      const isWhole = kind === 'number' || Number.isInteger(value);
      if (!(value >= min && value <= max && isWhole)) {
        const what = kind === 'integer' ? 'a whole number' : 'a number';
        throw new ParameterError(
          `parameter ${name} is ${quoted(text)}; expected ${what} from ${min} to ${max}${unit && ` ${unit}`}`,
        );
      }
      return { [name]: value };
    }
  }
}
