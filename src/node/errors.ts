/** Exit codes of the command line. */
export const EXIT = { ok: 0, failed: 1, badInput: 2, broken: 3, noBackend: 4 } as const;

/** Something the caller gave can't be used: one line that says what was found and what is allowed. */
export class UsageError extends Error {}

/** A result has no place to go, such as on a full disk: one line that says what was kept. */
export class OutputError extends Error {}

/** The backend that was asked for isn't on this machine. */
export class NoBackendError extends Error {}

/** The system's reason for an error, without call and path: the message names the path already. */
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

/** Why the system refused something, in words. */
export function reason(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return (code && REASONS[code]) || String(message ?? error).replace(/\s+/g, ' ');
}
