import { Help } from 'commander';
import { PARAMETERS, type ParameterDefinition, type SimulationParameters } from '../simulation/parameters.ts';
import { PARAMETER_MEANINGS } from '../simulation/tables/parameter-meanings.ts';

const EXIT_CODES =
  'Exit codes: 0 done, 1 failed (a check missed its bound, an answer differs from the true one in the input file, a result could not be ' +
  "written, such as on a full disk, or a fault of untangle's own), 2 bad input, 3 the simulation broke (a position is no " +
  "longer a finite number), 4 the backend isn't on this machine, 128 + n ended by signal n.";

const GROUP_TITLES: Readonly<Record<ParameterDefinition['group'], string>> = {
  time: 'Time',
  material: 'Material',
  collision: 'Collision',
  contact: 'Contact',
  scene: 'Scene',
  interaction: 'Interaction',
};

/** Limits of the width of the help's lines [characters]. Longer lines are hard to read; shorter lines are mostly indentation. */
const MAX_WIDTH = 100;
const MIN_WIDTH = 50;

/** Returns the width of the help's lines [characters]. @param columns width of the terminal; undefined if output goes to no terminal */
export const lineWidth = (columns: number | undefined): number =>
  Math.max(MIN_WIDTH, Math.min(MAX_WIDTH, columns ?? MAX_WIDTH));

/** Settings of commander's help: a column has its lines broken only if it is at least `minWidthToWrap` wide [characters]. */
export const HELP_LAYOUT = { minWidthToWrap: 20 };

/** Values that `--set` takes for a flag. Recordings have true and false, so `--set` takes these too. */
const FLAG_VALUES = 'on | off | true | false';

/**
 * Maximum length of a number that is always written without an exponent [characters]. A longer number gets an exponent if it has
 * three digits 0 without a point between them: 200000 is written as 2e5, but 0.0033 as it is.
 */
const MAX_PLAIN_LENGTH = 5;

function shortNumber(value: number): string {
  const plain = String(value);
  return plain.length <= MAX_PLAIN_LENGTH || !/0{3}/.test(plain) ? plain : value.toExponential().replace('e+', 'e');
}

/** Writes a parameter's value as `--set` takes it. */
export const parameterText = (value: number | string | boolean): string =>
  typeof value === 'number' ? shortNumber(value) : typeof value === 'boolean' ? (value ? 'on' : 'off') : value;

/** Writes the choices on which a parameter depends. */
function conditions({ onlyWith = {} }: ParameterDefinition): string {
  const choices = Object.entries(onlyWith).map(([name, options]) => `${name}=${options.join('|')}`);
  return choices.length === 0 ? '' : `; only with ${choices.join(', ')}`;
}

function describe(name: keyof SimulationParameters, definition: ParameterDefinition): string {
  return `${valuesAndMeaning(name, definition)}${conditions(definition)}`;
}

function valuesAndMeaning(name: keyof SimulationParameters, definition: ParameterDefinition): string {
  const byDefault = parameterText(definition.default);
  switch (definition.kind) {
    case 'choice':
      return `${byDefault} (${definition.options.join(' | ')}): ${PARAMETER_MEANINGS[name]}`;
    case 'flag':
      return `${byDefault} (${FLAG_VALUES}): ${PARAMETER_MEANINGS[name]}`;
    default: {
      const unit = definition.unit && ` ${definition.unit}`;
      return `${byDefault}${unit} (${shortNumber(definition.min)} .. ${shortNumber(definition.max)}): ${PARAMETER_MEANINGS[name]}`;
    }
  }
}

const NAME_WIDTH = Math.max(...Object.keys(PARAMETERS).map((name) => name.length));

function parameterTable(help: Help): string {
  const groups = Object.entries(GROUP_TITLES).map(([group, title]) => {
    const members = Object.entries(PARAMETERS).filter(([, definition]) => definition.group === group);
    const items = members.map(([name, definition]) =>
      help.formatItem(name, NAME_WIDTH, describe(name as keyof SimulationParameters, definition), help),
    );
    return `  ${title}\n${items.join('\n')}\n`;
  });
  const columns = 'name, default (a scene may have its own: see scenes), unit (range): meaning';
  return `${help.boxWrap(`Parameters, for --set name=value: ${columns}`, help.helpWidth!)}\n${groups.join('')}\n`;
}

/** Writes the end of the help: the parameters if the command takes them, then the exit codes. @param width of the lines [characters] */
export function helpEnd(withParameters: boolean, width = lineWidth(process.stdout.columns)): string {
  const help = Object.assign(new Help(), HELP_LAYOUT);
  help.prepareContext({ helpWidth: width });
  return `\n${withParameters ? parameterTable(help) : ''}${help.boxWrap(EXIT_CODES, width)}`;
}
