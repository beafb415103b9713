import { type Dirent, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { MeshFileError } from '../formats/file-mesh.ts';
import { extensionOf, type GivenFile } from '../formats/given-file.ts';
import { quoted } from '../math/text.ts';
import { UsageError } from './errors.ts';
import { readBytes } from './files.ts';

/** Ends of names of files that a mesh's file may name. TetGen's two files have the same name but for the end. */
const COMPANIONS: Readonly<Record<string, readonly string[]>> = {
  node: ['ele'],
  ele: ['node'],
  obj: ['mtl', 'png', 'jpg', 'jpeg', 'webp'],
  gltf: ['bin', 'png', 'jpg', 'jpeg', 'webp'],
};

/**
 * Reads a mesh file, and lists the files of its folder that it may name: TetGen's other file, materials, buffers and textures. Each of these
 * is read when a reader first takes its bytes, so that files which the mesh doesn't name are never opened. Only ordinary files are listed:
 * a folder counts as no file, a link that leads nowhere as a missing one, and a pipe or a device, which may never end, isn't opened.
 * @returns the file itself first
 * @throws UsageError if the file can't be read; a file beside it that can't be throws a MeshFileError when its bytes are asked for
 */
export function readMeshFiles(path: string): GivenFile[] {
  const file = { name: path, bytes: readBytes(path) };
  const kind = extensionOf(path);
  if (!Object.hasOwn(COMPANIONS, kind)) return [file];
  const [folder, stem] = [dirname(path), basename(path).slice(0, -kind.length)];
  const companions = entriesOf(folder).filter((entry) => {
    const other = extensionOf(entry.name);
    if (!COMPANIONS[kind].includes(other)) return false;
    if ((kind === 'node' || kind === 'ele') && entry.name.slice(0, -other.length) !== stem) return false;
    return isOrdinary(folder, entry);
  });
  // In the order of their names, since folders have none.
  const names = companions.map(({ name }) => name).sort();
  return [file, ...names.map((name) => new FileBeside(join(folder, name)))];
}

/**
 * Reads the files of a mesh that another file names, as a scene does. People may name a pipe themselves; a file that came from elsewhere may not.
 * @throws UsageError if it is no ordinary file, or can't be read
 */
export function readNamedMeshFiles(path: string): GivenFile[] {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat && !stat.isFile() && !stat.isDirectory())
    throw new UsageError(`can't read ${quoted(path)}: it is a pipe, a socket or a device; expected a file`);
  return readMeshFiles(path);
}

/** Entries of a folder; none if it may be entered but not listed. */
function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** Whether an entry of a folder is a file, or a link to one. */
function isOrdinary(folder: string, entry: Dirent): boolean {
  if (!entry.isSymbolicLink()) return entry.isFile();
  try {
    return statSync(join(folder, entry.name)).isFile();
  } catch {
    return false;
  }
}

/** A file that is read when its bytes are first asked for. */
class FileBeside implements GivenFile {
  private read: Uint8Array | undefined;

  constructor(readonly name: string) {}

  get bytes(): Uint8Array {
    try {
      this.read ??= readBytes(this.name);
    } catch (error) {
      // Readers decide whether the mesh is whole without this file.
      throw error instanceof UsageError ? new MeshFileError(error.message, { cause: error }) : error;
    }
    return this.read;
  }
}
