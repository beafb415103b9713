import { existsSync } from 'node:fs';
import { extensionOf, type GivenFile } from '../formats/read-tets.ts';
import { readBytes } from './files.ts';

/** Ends of names of files that belong together, by each other. */
const PARTNERS: Readonly<Record<string, string>> = { node: 'ele', ele: 'node' };

/**
 * Reads a mesh file, and the files beside it that belong to it: TetGen's `.ele` file of a `.node` file, and the reverse.
 * @returns the file itself first
 * @throws UsageError if a file can't be read
 */
export function readMeshFiles(path: string): GivenFile[] {
  const extension = extensionOf(path);
  const paths = [path];
  if (Object.hasOwn(PARTNERS, extension)) {
    const partner = path.slice(0, -extension.length) + PARTNERS[extension];
    if (existsSync(partner)) paths.push(partner);
  }
  return paths.map((name) => ({ name, bytes: readBytes(name) }));
}
