import { PARAMETERS, type ParameterDefinition } from '../simulation/parameters.ts';
import type { Option } from './arguments.ts';
import type { Command } from './command.ts';
import { lineWidth, wrap } from './wrap.ts';

const INTRO = `untangle: gets deformable bodies out of one another, and out of themselves.

  npx untangle COMMAND [options]
  npx untangle --version

Commands
`;

const EXIT_CODES =
  "Exit codes: 0 done, 1 failed (a check missed its bound, an answer contradicts the file's truth, a result had no place " +
  "to go, such as on a full disk, or a fault of untangle's own), 2 bad input, 3 the simulation broke (a position is no " +
  "longer a finite number), 4 the backend isn't on this machine, 128 + n ended by signal n.";

const GROUP_TITLES: Readonly<Record<ParameterDefinition['group'], string>> = {
  time: 'Time',
  material: 'Material',
  collision: 'Collision',
  contact: 'Contact',
  scene: 'Scene',
  interaction: 'Interaction',
};

// Columns in which texts begin.
const TEXT = 6;
const MEANING = 29;

function optionLines([name, { value, meaning, required }]: [string, Option], width: number): string {
  const option = `${' '.repeat(TEXT)}--${name} ${value}`;
  const begins = option.length < MEANING ? option.padEnd(MEANING) : `${option}\n${' '.repeat(MEANING)}`;
  return `${begins}${wrap(`${meaning}${required ? ' (required)' : ''}`, width, MEANING)}\n`;
}

function commandLines({ name, positionals, summary, options }: Command, width: number): string {
  const flags = Object.entries(options).map((option) => optionLines(option, width));
  return `  ${[name, ...positionals].join(' ')}\n${' '.repeat(TEXT)}${wrap(summary, width, TEXT)}\n${flags.join('')}\n`;
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
const WIDTHS = [0, 1, 2].map((column) => Math.max(...CELLS.map((cells) => cells[column].length)));

function parameterLines(name: string, definition: ParameterDefinition, width: number): string {
  const [byDefault, unit, range] = columns(definition);
  const cells = [name, byDefault, unit].map((cell, column) => `${cell.padEnd(WIDTHS[column])}  `);
  const head = `    ${cells.join('')}`;
  return `${head}${wrap(range, width, head.length)}\n        ${wrap(definition.meaning, width, 8)}\n`;
}

function parameterTable(width: number): string {
  const groups = Object.entries(GROUP_TITLES).map(([group, title]) => {
    const members = Object.entries(PARAMETERS).filter(([, definition]) => definition.group === group);
    return `  ${title}\n${members.map(([name, definition]) => parameterLines(name, definition, width)).join('')}`;
  });
  const heading = 'name, default (a scene may have its own: see scenes), unit, range, meaning';
  return `${wrap(`Parameters, for --set name=value: ${heading}`, width, 0)}\n${groups.join('')}\n`;
}

/** Of standard output. */
const terminalWidth = (): number => lineWidth(process.stdout.columns);

/** What every command takes, and every parameter with unit, default and range. */
export function helpText(commands: readonly Command[], width = terminalWidth()): string {
  const lines = commands.map((command) => commandLines(command, width));
  return `${INTRO}${lines.join('')}${parameterTable(width)}${wrap(EXIT_CODES, width, 0)}\n`;
}

/** What one command takes. */
export const commandHelp = (command: Command, width = terminalWidth()): string =>
  `${commandLines(command, width)}${command.options.set ? parameterTable(width) : ''}${wrap(EXIT_CODES, width, 0)}\n`;

/** The commands in a line each: their summaries up to the first stop. */
export function commandList(commands: readonly Command[]): string {
  const room = Math.max(...commands.map(({ name }) => name.length)) + 2;
  const lines = commands.map(({ name, summary }) => `  ${name.padEnd(room)}${summary.split(/[:;,(]/)[0].trim()}\n`);
  return `${INTRO}${lines.join('')}\nuntangle COMMAND --help for its options, untangle --help for all of them\n`;
}
