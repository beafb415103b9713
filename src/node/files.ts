import { cut, quoted } from '../math/text.ts';
import { closeSync, fstatSync, openSync, readSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { OutputError, reason, UsageError } from './errors.ts';
import { noteRead } from './files-read.ts';
import { tell, writeWhole } from './print.ts';
import { temporaryPathOf, statOf, targetOf } from './targets.ts';

/** Maximum length of a file that is read [bytes]: about the maximum length of a JavaScript string. */
const MAX_BYTES = 512 * 1024 * 1024 - 1024;
/** Number of bytes of each read after the first one. The first read may have room for the whole file. */
const PIECE = 1024 * 1024;
/** Most bytes of a single read, which the system takes as a signed 32-bit number. */
const MAX_READ = 2 ** 31 - 1;

export const BYTE_ORDER_MARK = /^\uFEFF/;

/** Reads a text file, without the byte order mark that some editors put first. @throws UsageError if it can't be read */
export const readText = (path: string): string => readBytes(path).toString('utf8').replace(BYTE_ORDER_MARK, '');

/**
 * Reads a file.
 * @param most maximum length [bytes]
 * @throws UsageError if it can't be read, or if it is longer, for example a device that never ends
 */
export function readBytes(path: string, most = MAX_BYTES): Buffer {
  const checkLength = (length: number) => {
    if (length > most)
      throw new UsageError(`can't read ${quoted(path)}: it is longer than ${most} bytes; expected no more`);
  };
  // By its length before anything is read; a device has none, so its pieces are counted too.
  checkLength(statOf(path, 'read')?.size ?? 0);
  const pieces: Buffer[] = [];
  let length = 0;
  for (const piece of readPieces(path, most)) {
    pieces.push(piece);
    length += piece.length;
    checkLength(length);
  }
  return pieces.length === 1 ? pieces[0] : Buffer.concat(pieces);
}

/**
 * Reads a file in pieces.
 * @param room maximum length of the first piece [bytes], which is as long as the file if that is shorter
 * @throws UsageError if it can't be read
 */
export function* readPieces(path: string, room = 0): Generator<Buffer> {
  noteRead(path);
  let file: number | undefined;
  try {
    file = openSync(path, 'r');
    for (let isFirst = true; ; isFirst = false) {
      const piece = Buffer.allocUnsafe(PIECE + (isFirst ? Math.min(fstatSync(file).size, room, MAX_READ - PIECE) : 0));
      const count = readSync(file, piece);
      if (count === 0) return;
      yield piece.subarray(0, count);
    }
  } catch (error) {
    throw error instanceof UsageError
      ? error
      : new UsageError(`can't read ${quoted(path)}: ${reason(error)}; expected a file to read`);
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/**
 * Reads a JSON file.
 * @param expected description of the expected content, for the message
 * @throws UsageError if the file can't be read or isn't JSON
 */
export function readJson(path: string, expected: string): unknown {
  const text = readText(path);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${quoted(path)} is not JSON; expected ${expected} (${reason(error)})`);
  }
}

/**
 * A file that is being written. It has a temporary name until it is complete. If its target is a device or a pipe, the file is this target
 * itself.
 */
export interface OpenedFile {
  /** File descriptor. */
  readonly file: number;
  /** Whether the file can be overwritten at any position, which devices and pipes can't. */
  readonly seekable: boolean;
  /** Closes the file and gives it the name of its target. @throws OutputError that names the temporary file if this fails */
  keep(): void;
  /** Closes the file, and deletes it if it has a temporary name. */
  discard(): void;
}

/** Returns the open file descriptor that a path such as /dev/stdout or /dev/fd/3 stands for; undefined for other paths. */
function descriptorOf(path: string): number | undefined {
  const standard = ['/dev/stdin', '/dev/stdout', '/dev/stderr'].indexOf(path);
  const [, number] = path.match(/^\/(?:dev|proc\/self)\/fd\/(\d+)$/) ?? [];
  return standard >= 0 ? standard : number === undefined ? undefined : Number(number);
}

/** Opens for writing the file that an output path names. Throws the system's errors. */
export function openTarget(path: string): OpenedFile {
  const existing = statOf(path);
  const descriptor = existing?.isFile() ? descriptorOf(path) : undefined;
  // If standard output is redirected to a file, this file must not be replaced: later output is appended to it.
  if (descriptor !== undefined) return { file: descriptor, seekable: false, keep: () => {}, discard: () => {} };
  if (existing && !existing.isFile()) {
    const file = openSync(path, 'w');
    return { file, seekable: false, keep: () => closeSync(file), discard: () => closeSync(file) };
  }
  const target = existing ? realpathSync(path) : targetOf(path);
  const temporaryPath = temporaryPathOf(target);
  const file = openSync(temporaryPath, 'wx', existing ? existing.mode & 0o777 : 0o666);
  const discard = () => {
    closeSync(file);
    rmSync(temporaryPath, { force: true });
  };
  const keep = () => {
    closeSync(file);
    try {
      renameSync(temporaryPath, target);
    } catch (error) {
      // For example, another process may have made a folder at the target. The temporary file stays, so nothing is lost.
      throw new OutputError(
        `can't write ${quoted(path)}: ${reason(error)}; its content is in ${quoted(temporaryPath)}`,
      );
    }
  };
  return { file, seekable: true, keep, discard };
}

/** Turns a system error into an OutputError that says why the file can't be written. Returns a UsageError or OutputError unchanged. */
export function outputError(path: string, error: unknown): UsageError | OutputError {
  if (error instanceof UsageError || error instanceof OutputError) return error;
  return new OutputError(`can't write ${quoted(path)}: ${reason(error)}`);
}

/**
 * Writes a file completely or not at all: the file gets its name only when it is complete. Devices and pipes are written directly.
 * @throws OutputError if it can't be written
 */
export const writeText = (path: string, text: string): void => writeBytes(path, Buffer.from(text));

/** Writes bytes like `writeText`. @throws OutputError if they can't be written */
export function writeBytes(path: string, bytes: Uint8Array): void {
  try {
    const opened = openTarget(path);
    try {
      writeWhole(opened.file, bytes);
    } catch (error) {
      opened.discard();
      throw error;
    }
    opened.keep();
  } catch (error) {
    throw outputError(path, error);
  }
}

/** Writes a file like `writeText`, and reports the written file on standard error. */
export function saveText(path: string, text: string): void {
  writeText(path, text);
  tellWritten(path);
}

/** Writes a file like `writeBytes`, and reports the written file on standard error. */
export function saveBytes(path: string, bytes: Uint8Array): void {
  writeBytes(path, bytes);
  tellWritten(path);
}

/** Reports a written file. The report goes to standard error, because standard output may be a result itself. */
export const tellWritten = (path: string): boolean => tell(`wrote ${cut(path)}`);
