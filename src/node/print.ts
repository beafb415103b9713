import { fstatSync, writeSync } from 'node:fs';
import { isatty } from 'node:tty';
import { onOneLine } from '../math/text.ts';

const STDOUT = 1;

/** First error of standard output. Nothing is printed after it. */
let outputError: NodeJS.ErrnoException | undefined;

/**
 * Whether standard output is a file or a device other than a terminal. Such output is written synchronously here, because Node's
 * stream reports a write as done even if the disk had room for only a part.
 */
const isWrittenHere = (): boolean => {
  const stat = fstatSync(STDOUT);
  return stat.isFile() || (stat.isCharacterDevice() && !isatty(STDOUT));
};
let direct: boolean | undefined;

/** Prints to standard output. After an error the command continues, since it may still write files; `flushOutput` returns the error. */
export function print(text: string): void {
  if (outputError) return;
  direct ??= isWrittenHere();
  if (!direct) {
    process.stdout.write(text);
    return;
  }
  try {
    writeWhole(STDOUT, Buffer.from(text));
  } catch (error) {
    outputError = error as NodeJS.ErrnoException;
  }
}

/** Prints one line for a person to standard error. */
export const tell = (line: string): boolean => process.stderr.write(`untangle: ${onOneLine(line)}\n`);

/**
 * Writes all bytes, in as many system calls as it takes.
 * @param at position in the file [bytes]; the current position by default
 */
export function writeWhole(file: number, bytes: Uint8Array, at?: number): void {
  for (let done = 0; done < bytes.length; ) {
    const rest = bytes.subarray(done);
    done += writeSync(file, rest, 0, rest.length, at === undefined ? null : at + done);
  }
}

/** Waits until everything is printed. @returns the first error of standard output, if any */
export function flushOutput(): Promise<NodeJS.ErrnoException | undefined> {
  return new Promise((resolve) => {
    process.stdout.write('', (error) => resolve(outputError ?? (error as NodeJS.ErrnoException | null) ?? undefined));
  });
}
