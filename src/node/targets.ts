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

/** Links that are followed before they are taken for a circle, as many as Linux does. */
const MOST_LINKS = 40;
/** Bytes of a file's name that its part's name begins with: some file systems take no more than 143. */
const PART_NAME = 40;

/** Undefined where there is nothing. @throws UsageError for a name that leads nowhere, such as one that is too long */
export function statOf(path: string, does = 'write'): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    throw new UsageError(`can't ${does} ${quoted(path)}: ${reason(error)}; expected a file`);
  }
}

/** The file that a name leads to through links, whether or not it is there yet. */
export function targetOf(path: string): string {
  let target = resolve(path);
  for (let links = 0; links < MOST_LINKS; links++) {
    const folder = dirname(target);
    let link: string;
    try {
      link = readlinkSync(target);
    } catch {
      // A file, or nothing yet: its folder may have another name.
      return statOf(folder) ? join(realpathSync(folder), basename(target)) : target;
    }
    target = isAbsolute(link) ? link : `${realpathSync(folder)}/${link}`;
  }
  throw new UsageError(`can't write ${quoted(path)}: its links lead in a circle; expected a file`);
}

/** A new name beside a file, under which it is written before it takes its place. */
export function partOf(target: string): string {
  const start = Buffer.from(basename(target)).subarray(0, PART_NAME).toString().replace(/�+$/, '');
  return join(dirname(target), `${start}.${randomBytes(4).toString('hex')}.part`);
}

/** Before long work: fails early where its result couldn't be written. @throws UsageError */
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

/** Nothing is written, but a device that has no room says so. */
function tryDevice(path: string): void {
  const file = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
  try {
    writeSync(file, Buffer.alloc(0));
  } finally {
    closeSync(file);
  }
}

/** Makes a file and removes it again: rights alone don't tell, as of /proc. */
function tryFolder(path: string, folder: string): void {
  if (!statOf(folder)?.isDirectory()) {
    const there = resolve(path) === targetOf(path) ? `there is no folder ${quoted(dirname(path))}` : undefined;
    throw new UsageError(
      `can't write ${quoted(path)}: ${there ?? `it leads to ${quoted(folder)}, where there is no folder`}; expected one that is there`,
    );
  }
  const part = partOf(join(folder, basename(path)));
  try {
    closeSync(openSync(part, 'wx'));
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    throw new UsageError(`can't write ${quoted(path)}: ${quoted(folder)} takes no files; expected another folder`);
  }
  rmSync(part, { force: true });
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
  const taken = new Map(inputs.map((path) => [identity(path, 'read'), `the input ${quoted(path)}`]));
  for (const [asks, path] of Object.entries(outputs)) {
    if (path === undefined) continue;
    checkWritable(path);
    const file = identity(path);
    const other = file && taken.get(file);
    if (other) throw new UsageError(`${asks} is ${quoted(path)}, the same file as ${other}; expected another file`);
    taken.set(file, `${asks} ${quoted(path)}`);
  }
}

/** The same for all names of a file, links among them; undefined for devices and pipes, which many may write to. */
function identity(path: string, does = 'write'): string | undefined {
  const existing = statOf(path, does);
  if (existing) return existing.isFile() ? `${existing.dev} ${existing.ino}` : undefined;
  return targetOf(path);
}

/** Makes a folder and those that it lies in, and tries it. @throws UsageError where no file can be made there */
export function makeFolder(path: string): void {
  try {
    makeEach(resolve(path));
  } catch (error) {
    const why =
      codeOf(error) === 'ENOENT'
        ? 'none can be made there; expected another folder'
        : `${reason(error)}; expected another name`;
    throw new UsageError(`can't make the folder ${quoted(path)}: ${why}`);
  }
  try {
    tryFolder(join(path, 'recording'), path);
  } catch (error) {
    throw error instanceof UsageError
      ? error
      : new UsageError(`can't write into ${quoted(path)}: ${reason(error)}; expected another folder`);
  }
}

/** Node's own way to make all of them never ends where the system has no place for one, such as in /proc. */
function makeEach(folder: string): void {
  const existing = statSync(folder, { throwIfNoEntry: false });
  if (existing?.isDirectory()) return;
  if (!existing) makeEach(dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another process may have been first.
    if (codeOf(error) !== 'EEXIST' || !statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}
