import { fstatSync, writeSync } from 'node:fs';
import { isatty } from 'node:tty';
import { onOneLine, printable, withoutMiddle } from '../math/text.ts';

const STDOUT = 1;

/** First error of a write to standard output. Nothing is printed after an error. */
let outputError: NodeJS.ErrnoException | undefined;

/**
 * Whether standard output is a file or a device other than a terminal. This module writes to such output by itself, synchronously: Node's
 * stream would report a write as done even if the disk had room for only a part of it.
 */
const needsSyncWrites = (): boolean => {
  const stat = fstatSync(STDOUT);
  return stat.isFile() || (stat.isCharacterDevice() && !isatty(STDOUT));
};
/** Result of needsSyncWrites, computed at the first print. */
let writesSync: boolean | undefined;

/**
 * Prints to standard output. If this fails, the command continues, because it may still write files. `flushOutput` returns the error at the
 * end. Texts may have names from files, so control characters are escaped here, in the one place that all results pass.
 */
export function print(text: string): void {
  if (outputError) return;
  const shown = printable(text);
  writesSync ??= needsSyncWrites();
  if (!writesSync) {
    process.stdout.write(shown);
    return;
  }
  try {
    writeWhole(STDOUT, Buffer.from(shown));
  } catch (error) {
    outputError = error as NodeJS.ErrnoException;
  }
}

/** Prints to standard error, with control characters escaped as by `print`. */
export const printError = (text: string): boolean => process.stderr.write(printable(text));

/** Longest message [characters]: some forty lines of a terminal. Lists of names that are allowed take up to 1,000. */
const MAX_MESSAGE = 4000;
/** Number of characters that are shown of the end of a longer message, where it says what was expected. */
const END = 1000;

/** Writes a message as one line, without its middle if it is too long. */
export const asLine = (message: string): string =>
  onOneLine(withoutMiddle(message, MAX_MESSAGE, MAX_MESSAGE - END, END));

/** Prints one line to standard error, for the person who runs the command. */
export const tell = (line: string): boolean => printError(`untangle: ${asLine(line)}\n`);

/** Most bytes of a single write, which the system takes as a signed 32-bit number. */
const MAX_WRITE = 2 ** 31 - 1;

/**
 * Writes all bytes, in several system calls if one call writes only a part.
 * @param file file descriptor
 * @param at position in the file [bytes]; the current position by default
 */
export function writeWhole(file: number, bytes: Uint8Array, at?: number): void {
  for (let done = 0; done < bytes.length; ) {
    const rest = bytes.subarray(done);
    done += writeSync(file, rest, 0, Math.min(rest.length, MAX_WRITE), at === undefined ? null : at + done);
  }
}

/** Waits until everything is printed. @returns the first error of standard output, if any */
export function flushOutput(): Promise<NodeJS.ErrnoException | undefined> {
  return new Promise((resolve) => {
    // Node calls the callback of this empty write after all earlier writes.
    process.stdout.write('', (error) => resolve(outputError ?? (error as NodeJS.ErrnoException | null) ?? undefined));
  });
}
