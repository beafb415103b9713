import { BrokenStateError } from '../simulation/simulator.ts';
import { ParameterError } from '../simulation/parse-parameters.ts';
import { parseArguments } from './arguments.ts';
import type { Command } from './command.ts';
import { acceptCommand } from './accept.ts';
import { ccdCommand } from './ccd.ts';
import { containsCommand } from './contains.ts';
import { EXIT, NoBackendError, UsageError } from './errors.ts';
import { helpText } from './help.ts';
import { runCommand } from './run.ts';
import { scenesCommand } from './scenes.ts';
import { shortestPathCommand } from './shortest-path.ts';

const COMMANDS: readonly Command[] = [runCommand, scenesCommand, shortestPathCommand, containsCommand, ccdCommand, acceptCommand];

async function main(words: readonly string[]): Promise<number> {
  const [name, ...rest] = words;
  if (name === undefined || name === '--help' || name === '-h' || name === 'help' || rest.includes('--help')) {
    process.stdout.write(helpText(COMMANDS));
    return EXIT.ok;
  }
  const command = COMMANDS.find((candidate) => candidate.name === name);
  if (!command) {
    throw new UsageError(`unknown command '${name}'; known are ${COMMANDS.map((known) => known.name).join(', ')}`);
  }
  return command.run(parseArguments(rest, command.options, command.positionals));
}

function explain(error: unknown): number {
  if (error instanceof UsageError || error instanceof ParameterError) {
    process.stderr.write(`untangle: ${error.message}\n`);
    return EXIT.badInput;
  }
  if (error instanceof NoBackendError) {
    process.stderr.write(`untangle: ${error.message}\n`);
    return EXIT.noBackend;
  }
  if (error instanceof BrokenStateError) {
    process.stderr.write(`untangle: the simulation broke: ${error.message}\n`);
    return EXIT.broken;
  }
  process.stderr.write(`untangle: ${error instanceof Error ? error.stack : String(error)}\n`);
  return EXIT.failed;
}

// Workers and devices that a command left open must not keep the process alive.
process.exit(await main(process.argv.slice(2)).catch(explain));
