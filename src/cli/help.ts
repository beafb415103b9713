import { PARAMETERS, type ParameterDefinition } from '../simulation/parameters.ts';
import type { Command } from './command.ts';

const INTRO = `untangle: gets deformable bodies out of one another, and out of themselves.

  npm run --silent untangle -- COMMAND [options]

Commands
`;

const EXIT_CODES = `Exit codes: 0 done, 1 failed (a check missed its bound, or a fault of untangle's own), 2 bad input,
3 the simulation broke, 4 the backend isn't on this machine.
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
    ([option, { value, meaning }]) => `      ${`--${option} ${value}`.padEnd(22)} ${meaning}\n`,
  );
  return `  ${[name, ...positionals].join(' ')}\n      ${summary}\n${flags.join('')}\n`;
}

/** Longer numbers are shown with an exponent: 2e5, but 0.0033. */
const PLAIN_LENGTH = 5;

function short(value: number): string {
  const plain = String(value);
  return plain.length <= PLAIN_LENGTH || !/0{3}/.test(plain) ? plain : value.toExponential().replace('e+', 'e');
}

function columns(definition: ParameterDefinition): readonly [byDefault: string, unit: string, range: string] {
  switch (definition.kind) {
    case 'choice':
      return [definition.default, '', definition.options.join(' | ')];
    case 'flag':
      return [definition.default ? 'on' : 'off', '', 'on | off'];
    default:
      return [short(definition.default), definition.unit, `${short(definition.min)} .. ${short(definition.max)}`];
  }
}

function parameterLine(name: string, definition: ParameterDefinition): string {
  const [byDefault, unit, range] = columns(definition);
  const cells = [name.padEnd(16), byDefault.padEnd(11), unit.padEnd(6), range.padEnd(25)];
  return `    ${cells.join(' ')} ${definition.meaning}\n`;
}

function parameterTable(): string {
  const groups = Object.entries(GROUP_TITLES).map(([group, title]) => {
    const members = Object.entries(PARAMETERS).filter(([, definition]) => definition.group === group);
    return `  ${title}\n${members.map(([name, definition]) => parameterLine(name, definition)).join('')}`;
  });
  return `Parameters, for --set name=value: name, default, unit, range, meaning\n${groups.join('')}\n`;
}

/** What every command takes, and every parameter with unit, default and range. */
export const helpText = (commands: readonly Command[]): string =>
  `${INTRO}${commands.map(commandLines).join('')}${parameterTable()}${EXIT_CODES}`;

/** What one command takes. */
export const commandHelp = (command: Command): string =>
  `${commandLines(command)}${command.options.set ? parameterTable() : ''}${EXIT_CODES}`;
