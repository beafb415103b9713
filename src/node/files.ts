import { quoted } from '../math/text.ts';
import { closeSync, fstatSync, openSync, readSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { OutputError, reason, UsageError } from './errors.ts';
import { tell, writeWhole } from './print.ts';
import { partOf, statOf, targetOf } from './targets.ts';

/** JavaScript's longest text, about, and what is read of a file at once [bytes]. */
const MOST_BYTES = 512 * 1024 * 1024 - 1024;
const PIECE = 1024 * 1024;

/** @throws UsageError when the file can't be read */
export function readText(path: string): string {
  try {
    return readWhole(path).toString('utf8');
  } catch (error) {
    throw error instanceof UsageError
      ? error
      : new UsageError(`can't read ${quoted(path)}: ${reason(error)}; expected a file to read`);
  }
}

/** Up to a bound: some devices never end. */
function readWhole(path: string): Buffer {
  const file = openSync(path, 'r');
  try {
    const pieces: Buffer[] = [];
    for (let length = 0; ; ) {
      // The first has room for all of a file, and for the end that is read behind it.
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

/** @param expected what the file should hold. @throws UsageError when it can't be read or isn't JSON */
export function readJson(path: string, expected: string): unknown {
  const text = readText(path);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${quoted(path)} is not JSON; expected ${expected} (${reason(error)})`);
  }
}

/** A file that is being written: under another name, or in its own place where that is a device or a pipe. */
export interface OpenedFile {
  readonly file: number;
  /** Whether it may be written again from any place. */
  readonly seekable: boolean;
  /** Closes it, and lets it take its place. @throws OutputError that says where it is, if it can't */
  keep(): void;
  /** Closes it, and leaves no trace. */
  discard(): void;
}

/** The file that is open already, for its own names such as /dev/stdout. */
function descriptorOf(path: string): number | undefined {
  const named = ['/dev/stdin', '/dev/stdout', '/dev/stderr'].indexOf(path);
  const [, number] = path.match(/^\/(?:dev|proc\/self)\/fd\/(\d+)$/) ?? [];
  return named >= 0 ? named : number === undefined ? undefined : Number(number);
}

/** @throws as the system does */
export function openTarget(path: string): OpenedFile {
  const existing = statOf(path);
  const descriptor = existing?.isFile() ? descriptorOf(path) : undefined;
  // A file that standard output goes to isn't replaced: what is printed there goes on behind.
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
      // Such as a folder that was made in its place meanwhile: nothing is lost.
      throw new OutputError(`can't write ${quoted(path)}: ${reason(error)}; it is in ${quoted(part)}`);
    }
  };
  return { file, seekable: true, keep, discard };
}

/** Why a file can't be written, in a line. */
export function outputError(path: string, error: unknown): UsageError | OutputError {
  if (error instanceof UsageError || error instanceof OutputError) return error;
  return new OutputError(`can't write ${quoted(path)}: ${reason(error)}`);
}

/**
 * Writes a file whole or not at all: under another name first. A device or a pipe, which is none to replace, is
 * written to. @throws OutputError when it can't be written
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

/** The same, and says so. */
export function saveText(path: string, text: string): void {
  writeText(path, text);
  tellWritten(path);
}

/** On standard error: standard output may be the result of another kind. */
export const tellWritten = (path: string): boolean => tell(`wrote ${path}`);
