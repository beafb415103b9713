import { Help } from 'commander';
import { PARAMETERS, type ParameterDefinition } from '../simulation/parameters.ts';

const EXIT_CODES =
  "Exit codes: 0 done, 1 failed (a check missed its bound, an answer contradicts the file's truth, a result could not be " +
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

/** Longer lines are hard to read, and shorter ones are mostly indentation [characters]. */
const WIDEST = 100;
const NARROWEST = 50;

/** Width of the help's lines [characters]. @param columns of the terminal; undefined if standard output is none */
export const lineWidth = (columns: number | undefined): number =>
  Math.max(NARROWEST, Math.min(WIDEST, columns ?? WIDEST));

/** Narrowest column in which commander's help still breaks lines [characters]. */
export const HELP_LAYOUT = { minWidthToWrap: 20 };

/** Values of a flag; JSON files have true and false. */
const FLAG_VALUES = 'on | off | true | false';

/** Longest number that is always written plainly [characters]; longer ones with three zeros get an exponent: 2e5, but 0.0033. */
const PLAIN_LENGTH = 5;

function short(value: number): string {
  const plain = String(value);
  return plain.length <= PLAIN_LENGTH || !/0{3}/.test(plain) ? plain : value.toExponential().replace('e+', 'e');
}

/** A parameter's value as `--set` takes it. */
export const parameterText = (value: number | string | boolean): string =>
  typeof value === 'number' ? short(value) : typeof value === 'boolean' ? (value ? 'on' : 'off') : value;

function describe(definition: ParameterDefinition): string {
  const byDefault = parameterText(definition.default);
  switch (definition.kind) {
    case 'choice':
      return `${byDefault} (${definition.options.join(' | ')}): ${definition.meaning}`;
    case 'flag':
      return `${byDefault} (${FLAG_VALUES}): ${definition.meaning}`;
    default: {
      const unit = definition.unit && ` ${definition.unit}`;
      return `${byDefault}${unit} (${short(definition.min)} .. ${short(definition.max)}): ${definition.meaning}`;
    }
  }
}

const NAME_WIDTH = Math.max(...Object.keys(PARAMETERS).map((name) => name.length));

function parameterTable(help: Help): string {
  const groups = Object.entries(GROUP_TITLES).map(([group, title]) => {
    const members = Object.entries(PARAMETERS).filter(([, definition]) => definition.group === group);
    const items = members.map(([name, definition]) => help.formatItem(name, NAME_WIDTH, describe(definition), help));
    return `  ${title}\n${items.join('\n')}\n`;
  });
  const columns = 'name, default (a scene may have its own: see scenes), unit (range): meaning';
  return `${help.boxWrap(`Parameters, for --set name=value: ${columns}`, help.helpWidth!)}\n${groups.join('')}\n`;
}

/** The help's end: the parameters if the command takes them, then the exit codes. @param width of its lines [characters] */
export function helpEnd(withParameters: boolean, width = lineWidth(process.stdout.columns)): string {
  const help = Object.assign(new Help(), HELP_LAYOUT);
  help.prepareContext({ helpWidth: width });
  return `\n${withParameters ? parameterTable(help) : ''}${help.boxWrap(EXIT_CODES, width)}`;
}
