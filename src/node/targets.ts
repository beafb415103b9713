import { quoted } from '../math/text.ts';
import { randomBytes } from 'node:crypto';
import {
  accessSync,
  closeSync,
  constants,
  mkdirSync,
  openSync,
  readlinkSync,
  realpathSync,
  rmSync,
  type Stats,
  statSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { codeOf, reason, UsageError } from './errors.ts';

/**
 * This file checks output paths before a command does long work. The target of a path is the file that it leads to through symbolic links.
 */

/** Maximum number of symbolic links from a path to its target. If there are more, the links count as circular. Linux has the same limit. */
const MAX_LINKS = 40;
/**
 * Number of bytes that a temporary name takes from the start of the file's name. The rest of the file's name is left out, because some
 * file systems allow only 143 bytes per name.
 */
const NAME_START_LENGTH = 40;

/**
 * Returns the status of a path; undefined if nothing is there.
 * @param verb 'read' or 'write', for the message
 * @throws UsageError for an unusable name, such as one that is too long
 */
export function statOf(path: string, verb = 'write'): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    throw new UsageError(`can't ${verb} ${quoted(path)}: ${reason(error)}; expected a file`);
  }
}

/** Follows symbolic links. @returns the path of the file that `path` leads to, which may not exist yet */
export function targetOf(path: string): string {
  let target = resolve(path);
  for (let links = 0; links < MAX_LINKS; links++) {
    const folder = dirname(target);
    let link: string;
    try {
      link = readlinkSync(target);
    } catch {
      // `target` is no link: it is a file, or doesn't exist yet. The path of its folder may still contain links.
      return statOf(folder) ? join(realpathSync(folder), basename(target)) : target;
    }
    target = isAbsolute(link) ? link : `${realpathSync(folder)}/${link}`;
  }
  throw new UsageError(`can't write ${quoted(path)}: its links lead in a circle; expected a file`);
}

/** Returns a temporary name in the folder of a file. The file has this name until it is complete. */
export function temporaryPathOf(target: string): string {
  // If the cut splits a character, its remains become a replacement character, which is removed.
  const start = Buffer.from(basename(target)).subarray(0, NAME_START_LENGTH).toString().replace(/�+$/, '');
  return join(dirname(target), `${start}.${randomBytes(4).toString('hex')}.part`);
}

/** Checks that a file can be written. Commands call this before long work, whose result would otherwise be lost. @throws UsageError */
export function checkWritable(path: string): void {
  const existing = path === '' ? undefined : statOf(path);
  if (path === '' || path.endsWith('/') || existing?.isDirectory()) {
    throw new UsageError(`can't write ${quoted(path)}: it names a folder; expected a file`);
  }
  try {
    if (existing) accessSync(path, constants.W_OK);
    if (existing?.isCharacterDevice()) tryDevice(path);
    else if (!existing || existing.isFile()) tryFolder(path, dirname(targetOf(path)));
  } catch (error) {
    throw error instanceof UsageError
      ? error
      : new UsageError(`can't write ${quoted(path)}: ${reason(error)}; expected a file that can be written`);
  }
}

/** Checks that a device can be written, by writing zero bytes to it. A full device refuses even this. Throws the system's errors. */
function tryDevice(path: string): void {
  const file = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
  try {
    writeSync(file, Buffer.alloc(0));
  } finally {
    closeSync(file);
  }
}

/**
 * Checks that files can be created in a folder, by creating one and removing it. The permissions alone are not enough:
 * in /proc, for example, no file can be created although the permissions allow it.
 * @param path path of the file to be written later, for the message
 * @throws UsageError or the system's errors
 */
function tryFolder(path: string, folder: string): void {
  if (!statOf(folder)?.isDirectory()) {
    // Undefined if symbolic links lead from `path` to `folder`.
    const missing = resolve(path) === targetOf(path) ? `there is no folder ${quoted(dirname(path))}` : undefined;
    throw new UsageError(
      `can't write ${quoted(path)}: ${missing ?? `it leads to ${quoted(folder)}, where there is no folder`}; expected an existing folder`,
    );
  }
  const temporaryPath = temporaryPathOf(join(folder, basename(path)));
  try {
    closeSync(openSync(temporaryPath, 'wx'));
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    throw new UsageError(`can't write ${quoted(path)}: ${quoted(folder)} takes no files; expected another folder`);
  }
  rmSync(temporaryPath, { force: true });
}

/** Whether a folder takes names that differ only in capital and small letters for the same, which some file systems do. */
export function ignoresCase(folder: string): boolean {
  const path = temporaryPathOf(join(folder, 'case'));
  closeSync(openSync(path, 'wx'));
  try {
    return statOf(join(folder, basename(path).toUpperCase())) !== undefined;
  } finally {
    rmSync(path, { force: true });
  }
}

/** Makes a folder with its parents, and checks that files can be created in it. @throws UsageError */
export function makeFolder(path: string): void {
  try {
    makeEach(resolve(path));
  } catch (error) {
    const explanation =
      codeOf(error) === 'ENOENT'
        ? 'none can be made there; expected another folder'
        : `${reason(error)}; expected another name`;
    throw new UsageError(`can't make the folder ${quoted(path)}: ${explanation}`);
  }
  try {
    // tryFolder expects the path of a file in the folder; any name will do.
    tryFolder(join(path, 'recording'), path);
  } catch (error) {
    throw error instanceof UsageError
      ? error
      : new UsageError(`can't write into ${quoted(path)}: ${reason(error)}; expected another folder`);
  }
}

/** Makes a folder with its parents. Node's `recursive` option isn't used: it never returns if no folder can be made, such as in /proc. */
function makeEach(folder: string): void {
  const existing = statSync(folder, { throwIfNoEntry: false });
  if (existing?.isDirectory()) return;
  if (!existing) makeEach(dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another process may have made the folder meanwhile.
    if (codeOf(error) !== 'EEXIST' || !statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}
