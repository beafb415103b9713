import { quoted } from './math/text.ts';
import { acceptCommand } from './paper/accept.ts';
import { parseArguments } from './cli/arguments.ts';
import { ccdCommand } from './cli/commands/ccd.ts';
import { chartCommand } from './cli/commands/chart.ts';
import { checkCommand } from './paper/check.ts';
import type { Command } from './cli/command.ts';
import { containsCommand } from './cli/commands/contains.ts';
import { didYouMean } from './cli/did-you-mean.ts';
import { EXIT, reason, UsageError } from './node/errors.ts';
import { explain } from './cli/explain.ts';
import { figure21Command } from './paper/figure-21.ts';
import { commandHelp, commandList, helpText } from './cli/help.ts';
import { keepAll } from './node/interruption.ts';
import { passesCommand } from './cli/commands/passes.ts';
import { print, printed } from './node/print.ts';
import { replayCommand } from './cli/commands/replay.ts';
import { runCommand } from './cli/commands/run.ts';
import { scenesCommand } from './cli/commands/scenes.ts';
import { shortestPathCommand } from './cli/commands/shortest-path.ts';
import { table1Command } from './paper/table-1.ts';

const COMMANDS: readonly Command[] = [
  runCommand,
  replayCommand,
  scenesCommand,
  passesCommand,
  checkCommand,
  table1Command,
  figure21Command,
  chartCommand,
  shortestPathCommand,
  containsCommand,
  ccdCommand,
  acceptCommand,
];

const HELP: ReadonlySet<string> = new Set(['help', '--help', '-h']);
const VERSION = '--version';

async function main([name, ...rest]: readonly string[]): Promise<number> {
  const command = COMMANDS.find((candidate) => candidate.name === name);
  if (!command) return answer(name);
  if (rest.includes('--help') || rest.includes('-h')) return say(commandHelp(command));
  return command.run(parseArguments(command.name, rest, command.options, command.positionals));
}

/** Of a first word that is no command. */
function answer(word: string | undefined): number {
  if (word === undefined) return say(commandList(COMMANDS));
  if (word === VERSION) return say(`${__UNTANGLE_VERSION__}\n`);
  if (HELP.has(word)) return say(helpText(COMMANDS));
  const known = COMMANDS.map(({ name }) => name);
  const meant = didYouMean(word, known);
  throw new UsageError(
    `unknown command ${quoted(word)}; allowed are ${known.join(', ')}, --help and --version${meant}`,
  );
}

function say(text: string): number {
  print(text);
  return EXIT.ok;
}

function fail(error: unknown): number {
  const { text, code } = explain(error);
  process.stderr.write(text);
  return code;
}

// Whatever ends the process, a fault of a library among it, what is being recorded is kept.
process.on('exit', keepAll);
// A reader that has seen enough, such as head, closes the pipe: no fault of ours. All else is told at the end: files may
// still be written.
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
  if (code === 'EPIPE') process.exit(EXIT.ok);
});
// Messages there are for a person who may have gone: no reason to lose a run.
process.stderr.on('error', () => {});

const code = await main(process.argv.slice(2)).catch(fail);
// Workers and devices that a command left open must not keep the process alive; what was printed must be out.
const refused = await printed();
if (refused && refused.code !== 'EPIPE') {
  process.stderr.write(`untangle: can't write to standard output: ${reason(refused)}; expected room for all of it\n`);
}
process.exit(refused && refused.code !== 'EPIPE' && code === EXIT.ok ? EXIT.failed : code);
