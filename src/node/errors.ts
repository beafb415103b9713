import { onOneLine } from '../math/text.ts';
import { ParameterError } from '../simulation/parse-parameters.ts';
import { BrokenStateError } from '../simulation/simulator.ts';

/** Exit codes of the command line. */
export const EXIT = { ok: 0, failed: 1, badInput: 2, broken: 3, noBackend: 4 } as const;

/** The caller's input can't be used. The message is one line: what was found and what is expected. */
export class UsageError extends Error {}

/** A result can't be written, such as on a full disk. The message is one line and says what was kept. */
export class OutputError extends Error {}

/** The requested backend isn't available on this machine. */
export class NoBackendError extends Error {}

/** System error codes in words, without system call and path: our messages name the path already. */
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
  ENAMETOOLONG: 'the name is too long, over 255 bytes a part or 4095 in all',
};

export const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException | null)?.code;

/** The system's reason for an error, in words. */
export function reason(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return (code && REASONS[code]) || String(message ?? error).replace(/\s+/g, ' ');
}

/**
 * The last output of a failed command: one line for an error that the caller can mend, the stack for a bug of ours.
 * @returns the text for stderr and the exit code
 */
export function explain(error: unknown): { readonly text: string; readonly code: number } {
  const code = exitCode(error);
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  return { text: `untangle: ${isOurFault(error) ? (stack ?? message) : onOneLine(message)}\n`, code };
}

/** Whether the error is of no known kind, and therefore a bug of ours. */
const isOurFault = (error: unknown): boolean => exitCode(error) === EXIT.failed && !(error instanceof OutputError);

function exitCode(error: unknown): number {
  if (error instanceof UsageError || error instanceof ParameterError) return EXIT.badInput;
  if (error instanceof NoBackendError) return EXIT.noBackend;
  if (error instanceof BrokenStateError) return EXIT.broken;
  return EXIT.failed;
}
