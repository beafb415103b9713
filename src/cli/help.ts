import { PARAMETERS, type ParameterDefinition } from '../simulation/parameters.ts';
import type { Command } from './command.ts';

const INTRO = `untangle: gets deformable bodies out of one another, and out of themselves.

  npm run --silent untangle -- COMMAND [options]

Commands`;

function commandLines(command: Command): string[] {
  const call = [command.name, ...command.positionals].join(' ');
  const options = Object.entries(command.options).map(([name, { value, meaning }]) => {
    const flag = value ? `--${name} ${value}` : `--${name}`;
    return `      ${flag.padEnd(26)} ${meaning}`;
  });
  return [`  ${call}`, `      ${command.summary}`, ...options, ''];
}

function range(definition: ParameterDefinition): string {
  if (definition.kind === 'choice') return definition.options.join(' | ');
  if (definition.kind === 'flag') return 'on | off';
  return `${definition.min} .. ${definition.max} ${definition.unit}`.trimEnd();
}

function defaultOf(definition: ParameterDefinition): string {
  if (definition.kind === 'flag') return definition.default ? 'on' : 'off';
  return String(definition.default);
}

/** Every command and every parameter with unit, default and range. */
export function helpText(commands: readonly Command[]): string {
  const parameters = Object.entries(PARAMETERS).map(
    ([name, definition]) =>
      `  ${name.padEnd(18)} ${defaultOf(definition).padEnd(12)} ${range(definition).padEnd(36)} ${definition.meaning}`,
  );
  return [
    INTRO,
    ...commands.flatMap(commandLines),
    'Parameters, for --set name=value (name, default, range and unit, meaning)',
    ...parameters,
    '',
    'Exit codes: 0 done, 1 a check failed, 2 bad input, 3 the simulation broke, 4 the backend is not on this machine.',
    '',
  ].join('\n');
}
