import { printable } from '../math/text.ts';
import { asLine } from './print.ts';
import { ParameterError } from '../simulation/tables/parse-parameters.ts';
import { BrokenStateError } from '../simulation/simulator.ts';

/**
 * Exit codes of the command line. `broken` means that a simulation can't go on, because of positions that aren't finite
 * (BrokenStateError).
 */
export const EXIT = { ok: 0, failed: 1, badInput: 2, broken: 3, noBackend: 4 } as const;

/** Error for input that can't be used. The message is one line: what was found and what was expected. */
export class UsageError extends Error {}

/** Error for a result that can't be written, for example on a full disk. The message is one line and says which part was kept. */
export class OutputError extends Error {}

/** Error for a requested backend that isn't available on this machine. */
export class NoBackendError extends Error {}

/** Descriptions of the system's error codes. They contain no path, because messages name the path before the description. */
const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  ENOTDIR: 'a part of its path is a file, not a folder',
  EISDIR: 'it is a folder, not a file',
  EEXIST: 'there is a file of that name',
  EACCES: 'it is not permitted',
  EPERM: 'it is not permitted',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'there is no room left for this user',
  EFBIG: 'files may not grow any further',
  EIO: 'the device failed',
  ENXIO: 'nothing reads what is written to it',
  EPIPE: 'nothing reads it any more',
  ELOOP: 'its links lead in a circle',
  ENAMETOOLONG: 'the name is too long, over 255 bytes per part or 4095 in all',
};

export const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException | null)?.code;

/** Returns the reason for a system error: its text in REASONS if it has one, else the error's own message on one line. */
export function reason(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return (code && REASONS[code]) || String(message ?? error).replace(/\s+/g, ' ');
}

/**
 * Returns the last output of a failed command. For an error that the person who ran the command can mend, the output is one line. For a bug
 * of this program, the output is the error's stack.
 * @returns the text for stderr and the exit code
 */
export function explain(error: unknown): { readonly text: string; readonly code: number } {
  const code = exitCode(error);
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  return { text: `untangle: ${isBug(error) ? printable(stack ?? message) : asLine(message)}\n`, code };
}

/** Whether the error belongs to none of the expected classes. Then it is a bug of this program. */
const isBug = (error: unknown): boolean => exitCode(error) === EXIT.failed && !(error instanceof OutputError);

function exitCode(error: unknown): number {
  if (error instanceof UsageError || error instanceof ParameterError) return EXIT.badInput;
  if (error instanceof NoBackendError) return EXIT.noBackend;
  if (error instanceof BrokenStateError) return EXIT.broken;
  return EXIT.failed;
}
