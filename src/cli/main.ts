import { acceptCommand } from './accept.ts';
import { parseArguments } from './arguments.ts';
import { ccdCommand } from './ccd.ts';
import { chartCommand } from './chart.ts';
import { checkCommand } from './check.ts';
import type { Command } from './command.ts';
import { containsCommand } from './contains.ts';
import { EXIT, UsageError } from './errors.ts';
import { explain } from './explain.ts';
import { figure21Command } from './figure-21.ts';
import { commandHelp, helpText } from './help.ts';
import { replayCommand } from './replay.ts';
import { runCommand } from './run.ts';
import { scenesCommand } from './scenes.ts';
import { shortestPathCommand } from './shortest-path.ts';
import { table1Command } from './table-1.ts';

const COMMANDS: readonly Command[] = [
  runCommand,
  replayCommand,
  scenesCommand,
  checkCommand,
  table1Command,
  figure21Command,
  chartCommand,
  shortestPathCommand,
  containsCommand,
  ccdCommand,
  acceptCommand,
];

const HELP: ReadonlySet<string | undefined> = new Set([undefined, 'help', '--help', '-h']);

async function main([name, ...rest]: readonly string[]): Promise<number> {
  const command = COMMANDS.find((candidate) => candidate.name === name);
  if (!command && !HELP.has(name)) {
    const known = COMMANDS.map((candidate) => candidate.name).join(', ');
    throw new UsageError(`unknown command '${name}'; allowed are ${known} and --help`);
  }
  if (!command || rest.includes('--help') || rest.includes('-h')) {
    process.stdout.write(command ? commandHelp(command) : helpText(COMMANDS));
    return EXIT.ok;
  }
  return command.run(parseArguments(command.name, rest, command.options, command.positionals));
}

function fail(error: unknown): number {
  const { text, code } = explain(error);
  process.stderr.write(text);
  return code;
}

// A reader that has seen enough, such as head, closes the pipe: no fault of ours.
process.stdout.on('error', (error: NodeJS.ErrnoException) =>
  process.exit(error.code === 'EPIPE' ? EXIT.ok : EXIT.failed),
);

const code = await main(process.argv.slice(2)).catch(fail);
// Workers and devices that a command left open must not keep the process alive; what was printed must be out.
process.stdout.write('', () => process.exit(code));
