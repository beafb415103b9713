import { PARAMETERS, type ParameterDefinition } from '../simulation/parameters.ts';
import type { Command } from './command.ts';

const INTRO = `untangle: gets deformable bodies out of one another, and out of themselves.

  npm run --silent untangle -- COMMAND [options]

Commands
`;

const EXIT_CODES = `Exit codes: 0 done, 1 failed (a check missed its bound, an answer contradicts the file's truth, or a fault of
untangle's own), 2 bad input, 3 the simulation broke (a position is no longer a finite number),
4 the backend isn't on this machine.
`;

const GROUP_TITLES: Readonly<Record<ParameterDefinition['group'], string>> = {
  time: 'Time',
  material: 'Material',
  collision: 'Collision',
  contact: 'Contact',
  scene: 'Scene',
  interaction: 'Interaction',
};

function commandLines({ name, positionals, summary, options }: Command): string {
  const flags = Object.entries(options).map(
    ([option, { value, meaning, required }]) =>
      `      ${`--${option} ${value}`.padEnd(22)} ${meaning}${required ? ' (required)' : ''}\n`,
  );
  return `  ${[name, ...positionals].join(' ')}\n      ${summary}\n${flags.join('')}\n`;
}

/** What a flag takes, true and false for those who come from JSON. */
const FLAG_VALUES = 'on | off | true | false';

/** Longer numbers are shown with an exponent: 2e5, but 0.0033. */
const PLAIN_LENGTH = 5;

function short(value: number): string {
  const plain = String(value);
  return plain.length <= PLAIN_LENGTH || !/0{3}/.test(plain) ? plain : value.toExponential().replace('e+', 'e');
}

/** A parameter's value as `--set` takes it. */
export const parameterText = (value: number | string | boolean): string =>
  typeof value === 'number' ? short(value) : typeof value === 'boolean' ? (value ? 'on' : 'off') : value;

function columns(definition: ParameterDefinition): readonly [byDefault: string, unit: string, range: string] {
  switch (definition.kind) {
    case 'choice':
      return [definition.default, '', definition.options.join(' | ')];
    case 'flag':
      return [parameterText(definition.default), '', FLAG_VALUES];
    default:
      return [short(definition.default), definition.unit, `${short(definition.min)} .. ${short(definition.max)}`];
  }
}

const CELLS = Object.entries(PARAMETERS).map(([name, definition]) => [name, ...columns(definition)]);
/** Of the longest cell in each column: no two columns touch. */
const WIDTHS = [0, 1, 2, 3].map((column) => Math.max(...CELLS.map((cells) => cells[column].length)));

function parameterLine(name: string, definition: ParameterDefinition): string {
  const cells = [name, ...columns(definition)].map((cell, column) => cell.padEnd(WIDTHS[column]));
  return `    ${cells.join('  ')}  ${definition.meaning}\n`;
}

function parameterTable(): string {
  const groups = Object.entries(GROUP_TITLES).map(([group, title]) => {
    const members = Object.entries(PARAMETERS).filter(([, definition]) => definition.group === group);
    return `  ${title}\n${members.map(([name, definition]) => parameterLine(name, definition)).join('')}`;
  });
  const heading = 'name, default (a scene may have its own: see scenes), unit, range, meaning';
  return `Parameters, for --set name=value: ${heading}\n${groups.join('')}\n`;
}

/** What every command takes, and every parameter with unit, default and range. */
export const helpText = (commands: readonly Command[]): string =>
  `${INTRO}${commands.map(commandLines).join('')}${parameterTable()}${EXIT_CODES}`;

/** What one command takes. */
export const commandHelp = (command: Command): string =>
  `${commandLines(command)}${command.options.set ? parameterTable() : ''}${EXIT_CODES}`;
