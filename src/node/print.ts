import { fstatSync, writeSync } from 'node:fs';
import { isatty } from 'node:tty';
import { onOneLine } from '../math/text.ts';

const STDOUT = 1;

/** First error of standard output; nothing is printed after it. */
let refused: NodeJS.ErrnoException | undefined;

/** Node's own stream takes a write that a file had room for only in part as done: files and devices are written to here. */
const isWrittenHere = (): boolean => {
  const stat = fstatSync(STDOUT);
  return stat.isFile() || (stat.isCharacterDevice() && !isatty(STDOUT));
};
let direct: boolean | undefined;

/** To standard output. Where that fails the command goes on, since its files may still be written; `printed` tells. */
export function print(text: string): void {
  if (refused) return;
  direct ??= isWrittenHere();
  if (!direct) {
    process.stdout.write(text);
    return;
  }
  try {
    writeWhole(STDOUT, Buffer.from(text));
  } catch (error) {
    refused = error as NodeJS.ErrnoException;
  }
}

/** To standard error: what is meant for a person, and never a reason to fail. */
export const tell = (line: string): boolean => process.stderr.write(`untangle: ${onOneLine(line)}\n`);

/**
 * Writes all bytes, however many the system takes at once.
 * @param at place in the file; where it ended last, if it isn't given
 */
export function writeWhole(file: number, bytes: Uint8Array, at?: number): void {
  for (let done = 0; done < bytes.length; ) {
    const rest = bytes.subarray(done);
    done += writeSync(file, rest, 0, rest.length, at === undefined ? null : at + done);
  }
}

/** @returns once everything is out: what standard output refused, if something */
export function printed(): Promise<NodeJS.ErrnoException | undefined> {
  return new Promise((resolve) => {
    process.stdout.write('', (error) => resolve(refused ?? (error as NodeJS.ErrnoException | null) ?? undefined));
  });
}
