import { readdirSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { quoted } from '../math/text.ts';
import { UsageError } from './errors.ts';
import { checkWritable, ignoresCase, statOf, targetOf } from './targets.ts';

/** A file that an option names, and the files that are written with it without being named. */
export interface Output {
  readonly path: string;
  /** Paths of single files that are written too, such as the materials of an .obj file. */
  readonly companions?: readonly string[];
  /** A folder that gets one file per frame, and whether a name is that of such a file. */
  readonly series?: { readonly folder: string; isFrame(name: string): boolean };
}

/**
 * Checks that every output can be written, and that no output is the same file as an input or another output. Commands call this
 * before long work.
 * @param outputs the files to write, each under the option that names it, such as `--out`; undefined for an option that isn't given
 * @param inputs paths of the files that the command reads
 * @throws UsageError
 */
export function checkOutputs(
  outputs: Readonly<Record<string, string | Output | undefined>>,
  inputs: readonly string[] = [],
): void {
  const used = new UsedFiles();
  for (const path of inputs) used.add(path, `the input ${quoted(path)}`, 'read');
  const given = Object.entries(outputs).flatMap(([option, output]) =>
    output === undefined ? [] : [{ option, ...(typeof output === 'string' ? { path: output } : output) }],
  );
  for (const { option, path, companions = [] } of given) {
    for (const file of [path, ...companions]) {
      checkWritable(file);
      const other = used.at(file);
      if (other) throw sameFile(option, path, file, other);
      used.add(file, file === path ? `${option} ${quoted(path)}` : `${quoted(file)}, which ${option} writes too`);
    }
  }
  // Only now, since a frame's file may be the same as any other file, earlier or later.
  for (const { option, path, series } of given) {
    const found = series && used.among(series);
    if (found) throw sameFile(option, path, found.file, found.other);
  }
}

function sameFile(option: string, path: string, file: string, other: string): UsageError {
  const also = file === path ? '' : `; it also writes ${quoted(file)}`;
  return new UsageError(
    `${option} is ${quoted(path)}${also}, the same file as ${other}; expected another file${also && ' name'}`,
  );
}

/** Files of a command, each with words that say what it is. */
class UsedFiles {
  private readonly words = new Map<string, string>();
  /** For each key in small letters, the keys themselves. */
  private readonly inSmallLetters = new Map<string, string>();
  private readonly paths: { readonly path: string; readonly words: string }[] = [];

  /** Adds a file, unless it is a device or a pipe, which may be used twice. */
  add(path: string, words: string, verb = 'write'): void {
    const key = fileKey(path, verb);
    if (key === undefined) return;
    this.words.set(key, words);
    this.inSmallLetters.set(key.toLowerCase(), key);
    this.paths.push({ path, words });
  }

  /** Returns the words of the file that a path leads to; undefined if it isn't here. */
  at(path: string): string | undefined {
    const key = fileKey(path);
    if (key === undefined) return undefined;
    const same = this.words.get(key);
    if (same !== undefined) return same;
    const other = this.inSmallLetters.get(key.toLowerCase());
    // Neither file exists yet. They will be the same if their file system takes capital and small letters for the same.
    return other !== undefined && ignoresCase(dirname(other)) ? this.words.get(other) : undefined;
  }

  /** Returns the first of a series' files that is here, and its words. */
  among({ folder, isFrame }: NonNullable<Output['series']>): { file: string; other: string } | undefined {
    const real = statOf(folder)?.isDirectory() ? realpathSync(folder) : targetOf(folder);
    for (const { path, words } of this.paths) {
      const target = targetOf(path);
      if (dirname(target) === real && isFrame(basename(target)))
        return { file: join(folder, basename(target)), other: words };
    }
    // Frames of an earlier run that are links to a file which is here.
    const present = statOf(folder)?.isDirectory() ? readdirSync(folder).filter(isFrame) : [];
    for (const entry of present) {
      const file = join(folder, entry);
      const other = this.at(file);
      if (other) return { file, other };
    }
    return undefined;
  }
}

/** Returns a key that is the same for all names of a file and all links to it; undefined for devices and pipes, which may be used twice. */
function fileKey(path: string, verb = 'write'): string | undefined {
  const existing = statOf(path, verb);
  const target = existing ? path : targetOf(path);
  // The system finds nothing at none/../a, but writing there writes a.
  const found = existing ?? statOf(target, verb);
  if (found) return found.isFile() ? `${found.dev} ${found.ino}` : undefined;
  return target;
}
