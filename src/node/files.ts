import { quoted } from '../math/text.ts';
import { closeSync, fstatSync, openSync, readSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { OutputError, reason, UsageError } from './errors.ts';
import { tell, writeWhole } from './print.ts';
import { partOf, statOf, targetOf } from './targets.ts';

/** Largest file that is read, about the length of JavaScript's longest string, and the size of one read [bytes]. */
const MOST_BYTES = 512 * 1024 * 1024 - 1024;
const PIECE = 1024 * 1024;

/** Reads a text file. @throws UsageError if it can't be read */
export function readText(path: string): string {
  try {
    return readWhole(path).toString('utf8');
  } catch (error) {
    throw error instanceof UsageError
      ? error
      : new UsageError(`can't read ${quoted(path)}: ${reason(error)}; expected a file to read`);
  }
}

/** Reads a file up to MOST_BYTES, since some devices never end. */
function readWhole(path: string): Buffer {
  const file = openSync(path, 'r');
  try {
    const pieces: Buffer[] = [];
    for (let length = 0; ; ) {
      // The first piece has room for the whole file plus the read that finds its end.
      const piece = Buffer.allocUnsafe(
        pieces.length === 0 ? Math.min(fstatSync(file).size, MOST_BYTES) + PIECE : PIECE,
      );
      const count = readSync(file, piece);
      if (count === 0) return pieces.length === 1 ? pieces[0] : Buffer.concat(pieces);
      pieces.push(piece.subarray(0, count));
      length += count;
      if (length <= MOST_BYTES) continue;
      throw new UsageError(`can't read ${quoted(path)}: it is longer than ${MOST_BYTES} bytes; expected no more`);
    }
  } finally {
    closeSync(file);
  }
}

/** Reads a JSON file. @param expected describes the content, for the message. @throws UsageError if it can't be read or isn't JSON */
export function readJson(path: string, expected: string): unknown {
  const text = readText(path);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${quoted(path)} is not JSON; expected ${expected} (${reason(error)})`);
  }
}

/** A file that is being written: under a temporary name, or in place if the target is a device or a pipe. */
export interface OpenedFile {
  readonly file: number;
  /** Whether it can be overwritten at any position; devices and pipes can't. */
  readonly seekable: boolean;
  /** Closes the file and renames it to its target. @throws OutputError with the temporary name if the renaming fails */
  keep(): void;
  /** Closes and deletes the file. */
  discard(): void;
}

/** The open descriptor that a path such as /dev/stdout or /dev/fd/3 names. */
function descriptorOf(path: string): number | undefined {
  const named = ['/dev/stdin', '/dev/stdout', '/dev/stderr'].indexOf(path);
  const [, number] = path.match(/^\/(?:dev|proc\/self)\/fd\/(\d+)$/) ?? [];
  return named >= 0 ? named : number === undefined ? undefined : Number(number);
}

/** Opens a file for writing. @throws the system's errors */
export function openTarget(path: string): OpenedFile {
  const existing = statOf(path);
  const descriptor = existing?.isFile() ? descriptorOf(path) : undefined;
  // A file that standard output is redirected to must not be replaced: later output is appended to it.
  if (descriptor !== undefined) return { file: descriptor, seekable: false, keep: () => {}, discard: () => {} };
  if (existing && !existing.isFile()) {
    const file = openSync(path, 'w');
    return { file, seekable: false, keep: () => closeSync(file), discard: () => closeSync(file) };
  }
  const target = existing ? realpathSync(path) : targetOf(path);
  const part = partOf(target);
  const file = openSync(part, 'wx', existing ? existing.mode & 0o777 : 0o666);
  const discard = () => {
    closeSync(file);
    rmSync(part, { force: true });
  };
  const keep = () => {
    closeSync(file);
    try {
      renameSync(part, target);
    } catch (error) {
      // A folder may have been made at the target meanwhile, for example. The temporary file is kept, so nothing is lost.
      throw new OutputError(`can't write ${quoted(path)}: ${reason(error)}; its content is in ${quoted(part)}`);
    }
  };
  return { file, seekable: true, keep, discard };
}

/** Turns a system error into one line that says why the file can't be written; our own errors stay. */
export function outputError(path: string, error: unknown): UsageError | OutputError {
  if (error instanceof UsageError || error instanceof OutputError) return error;
  return new OutputError(`can't write ${quoted(path)}: ${reason(error)}`);
}

/**
 * Writes a file completely or not at all: under a temporary name first, then renamed. Devices and pipes are written in place.
 * @throws OutputError if it can't be written
 */
export function writeText(path: string, text: string): void {
  try {
    const opened = openTarget(path);
    try {
      writeWhole(opened.file, Buffer.from(text));
    } catch (error) {
      opened.discard();
      throw error;
    }
    opened.keep();
  } catch (error) {
    throw outputError(path, error);
  }
}

/** Writes a file as `writeText` does and reports it on standard error. */
export function saveText(path: string, text: string): void {
  writeText(path, text);
  tellWritten(path);
}

/** Reports a written file on standard error, since standard output may be a result itself. */
export const tellWritten = (path: string): boolean => tell(`wrote ${path}`);
