import { randomUUID } from 'node:crypto';
import {
  accessSync,
  constants,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { UsageError } from './errors.ts';

/** What the system says, without its call and path: the message names the path already. */
const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  ENOTDIR: 'a part of its path is a file, not a folder',
  EISDIR: 'it is a folder, not a file',
  EEXIST: 'there is a file of that name',
  EACCES: 'it is not permitted',
  EPERM: 'it is not permitted',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  ENAMETOOLONG: 'the name is too long',
};

function reason(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return (code && REASONS[code]) || String(message ?? error).replace(/\s+/g, ' ');
}

/** @throws UsageError when the file can't be read */
export function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new UsageError(`can't read '${path}': ${reason(error)}`);
  }
}

/** @param expected what the file should hold. @throws UsageError when it can't be read or isn't JSON */
export function readJson(path: string, expected: string): unknown {
  const text = readText(path);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`'${path}' is not JSON; expected ${expected} (${reason(error)})`);
  }
}

/** Before long work: fails early where its result couldn't be written. @throws UsageError */
export function checkWritable(path: string): void {
  const existing = statOf(path);
  if (path === '' || path.endsWith('/') || existing?.isDirectory()) {
    throw new UsageError(`can't write '${path}': it names a folder; expected a file`);
  }
  const parent = dirname(path);
  if (!existing && !statOf(parent)) throw new UsageError(`can't write '${path}': there is no folder '${parent}'`);
  try {
    if (existing) accessSync(path, constants.W_OK);
    if (!existing || existing.isFile()) {
      const folder = dirname(existing ? realpathSync(path) : resolve(path));
      if (!statSync(folder).isDirectory()) throw Object.assign(new Error(), { code: 'ENOTDIR' });
      accessSync(folder, constants.W_OK);
    }
  } catch (error) {
    throw new UsageError(`can't write '${path}': ${reason(error)}`);
  }
}

/**
 * Before long work: that every file can be written, and that none is read, too, or written twice.
 * @param outputs by what asks for them, such as `--out`; those that aren't asked for are undefined
 * @param inputs what the command reads
 * @throws UsageError
 */
export function checkOutputs(
  outputs: Readonly<Record<string, string | undefined>>,
  inputs: readonly string[] = [],
): void {
  const taken = new Map(inputs.map((path) => [identity(path), `the input '${path}'`]));
  for (const [asks, path] of Object.entries(outputs)) {
    if (path === undefined) continue;
    checkWritable(path);
    const file = identity(path);
    const other = file && taken.get(file);
    if (other) throw new UsageError(`${asks} is '${path}', the same file as ${other}; expected another file`);
    taken.set(file, `${asks} '${path}'`);
  }
}

/** The same for all names of a file, links among them; undefined for devices and pipes, which many may write to. */
function identity(path: string): string | undefined {
  const existing = statOf(path);
  if (existing) return existing.isFile() ? `${existing.dev} ${existing.ino}` : undefined;
  const folder = dirname(resolve(path));
  return join(statOf(folder) ? realpathSync(folder) : folder, basename(path));
}

/**
 * Writes a file whole or not at all: under another name first. A device or a pipe, which is none to replace, is
 * written to. @throws UsageError when it can't be written
 */
export function writeText(path: string, text: string): void {
  const existing = statOf(path);
  const replaced = !existing || existing.isFile();
  const target = existing ? realpathSync(path) : path;
  const part = replaced ? `${target}.${randomUUID()}.part` : target;
  try {
    writeFileSync(part, text);
    if (replaced) renameSync(part, target);
  } catch (error) {
    if (replaced) rmSync(part, { force: true });
    throw new UsageError(`can't write '${path}': ${reason(error)}`);
  }
}

/** The same, and says so. */
export function saveText(path: string, text: string): void {
  writeText(path, text);
  tellWritten(path);
}

/** On standard error: standard output may be the result of another kind. */
export const tellWritten = (path: string): boolean => process.stderr.write(`untangle: wrote ${path}\n`);

/** Makes a folder and those that it lies in. @throws UsageError */
export function makeFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true });
    accessSync(path, constants.W_OK);
  } catch (error) {
    throw new UsageError(`can't make the folder '${path}': ${reason(error)}`);
  }
}

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined; // such as a name that is too long: who writes there is told
  }
}
