import { COMMANDS } from './paper/commands.ts';
import { EXIT, explain, reason } from './node/errors.ts';
import { saveAll } from './node/interruption.ts';
import { flushOutput, printError } from './node/print.ts';
import { runProgram } from './cli/program.ts';

/** The entry of the command line `untangle`: runs the command that the arguments name, and exits with its code (EXIT). */

/** Explains a command's error on standard error. @returns the exit code */
function fail(error: unknown): number {
  const { text, code } = explain(error);
  printError(text);
  return code;
}

// Save a recording in progress however the process ends, even after a fault in a library.
process.on('exit', saveAll);
// If the reader of standard output has seen enough (such as `head`), it closes the pipe. That is no failure. Other errors are
// reported when the command has ended, because it may still write its files.
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
  if (code === 'EPIPE') process.exit(EXIT.ok);
});
// Standard error only has messages for a person. If the person has closed it, the run goes on.
process.stderr.on('error', () => {});

const code = await runProgram(COMMANDS, process.argv.slice(2), __UNTANGLE_VERSION__).catch(fail);
// Workers and devices that are still open would keep the process alive, so it exits explicitly, after flushing standard output.
const outputError = await flushOutput();
if (outputError && outputError.code !== 'EPIPE') {
  printError(`untangle: can't write to standard output: ${reason(outputError)}; expected to write all of it\n`);
}
process.exit(outputError && outputError.code !== 'EPIPE' && code === EXIT.ok ? EXIT.failed : code);
