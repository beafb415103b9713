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

/** Symbolic links that are followed before they count as circular; Linux has the same limit. */
const MOST_LINKS = 40;
/** Bytes of a file's name that its temporary name begins with: some file systems allow only 143 bytes per name. */
const PART_NAME = 40;

/** Status of a path, undefined if nothing is there. @throws UsageError for an unusable name, such as one that is too long */
export function statOf(path: string, does = 'write'): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    throw new UsageError(`can't ${does} ${quoted(path)}: ${reason(error)}; expected a file`);
  }
}

/** The file that a name leads to through symbolic links, whether or not it exists yet. */
export function targetOf(path: string): string {
  let target = resolve(path);
  for (let links = 0; links < MOST_LINKS; links++) {
    const folder = dirname(target);
    let link: string;
    try {
      link = readlinkSync(target);
    } catch {
      // Not a link: a file, or nothing yet. Its folder may still be reached through links.
      return statOf(folder) ? join(realpathSync(folder), basename(target)) : target;
    }
    target = isAbsolute(link) ? link : `${realpathSync(folder)}/${link}`;
  }
  throw new UsageError(`can't write ${quoted(path)}: its links lead in a circle; expected a file`);
}

/** A temporary name beside a file, under which it is written before it is renamed. */
export function partOf(target: string): string {
  const start = Buffer.from(basename(target)).subarray(0, PART_NAME).toString().replace(/�+$/, '');
  return join(dirname(target), `${start}.${randomBytes(4).toString('hex')}.part`);
}

/** Checks before long work that its result can be written. @throws UsageError */
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

/** Opens a device and writes zero bytes: a full device refuses that, too. */
function tryDevice(path: string): void {
  const file = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
  try {
    writeSync(file, Buffer.alloc(0));
  } finally {
    closeSync(file);
  }
}

/** Creates and removes a file in a folder, since permissions alone don't tell, for example in /proc. */
function tryFolder(path: string, folder: string): void {
  if (!statOf(folder)?.isDirectory()) {
    const there = resolve(path) === targetOf(path) ? `there is no folder ${quoted(dirname(path))}` : undefined;
    throw new UsageError(
      `can't write ${quoted(path)}: ${there ?? `it leads to ${quoted(folder)}, where there is no folder`}; expected an existing folder`,
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
 * Checks before long work that every output can be written, and that no output is an input or another output.
 * @param outputs paths by the option that names them, such as `--out`; undefined if the option was not given
 * @param inputs paths of the files that the command reads
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

/** A key that all names and links of a file share; undefined for devices and pipes, which may be written twice. */
function identity(path: string, does = 'write'): string | undefined {
  const existing = statOf(path, does);
  if (existing) return existing.isFile() ? `${existing.dev} ${existing.ino}` : undefined;
  return targetOf(path);
}

/** Makes a folder with its parents and checks that it takes files. @throws UsageError */
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

/** Makes a folder with its parents. Node's `recursive` option never returns where no folder can be made, such as in /proc. */
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
