import { acceptCommand } from './paper/accept.ts';
import { ccdCommand } from './cli/commands/ccd.ts';
import { chartCommand } from './cli/commands/chart.ts';
import { checkCommand } from './paper/check.ts';
import type { Command } from './cli/command.ts';
import { containsCommand } from './cli/commands/contains.ts';
import { EXIT, explain, reason } from './node/errors.ts';
import { figure21Command } from './paper/figure-21.ts';
import { saveAll } from './node/interruption.ts';
import { passesCommand } from './cli/commands/passes.ts';
import { printed } from './node/print.ts';
import { runProgram } from './cli/program.ts';
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

function fail(error: unknown): number {
  const { text, code } = explain(error);
  process.stderr.write(text);
  return code;
}

// A recording in progress is kept whatever ends the process, even a fault in a library.
process.on('exit', saveAll);
// A reader that has seen enough, such as head, closes the pipe; that is no failure. Other errors are reported at the end,
// since the command may still write its files.
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
  if (code === 'EPIPE') process.exit(EXIT.ok);
});
// Standard error only has messages for a person, who may have closed it. That must not end a run.
process.stderr.on('error', () => {});

const code = await runProgram(COMMANDS, process.argv.slice(2), __UNTANGLE_VERSION__).catch(fail);
// Exit explicitly, since workers and devices may still be open, but only after standard output is flushed.
const refused = await printed();
if (refused && refused.code !== 'EPIPE') {
  process.stderr.write(`untangle: can't write to standard output: ${reason(refused)}; expected room for all of it\n`);
}
process.exit(refused && refused.code !== 'EPIPE' && code === EXIT.ok ? EXIT.failed : code);
