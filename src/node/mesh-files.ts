import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { extensionOf, type GivenFile } from '../formats/given-file.ts';
import { readBytes } from './files.ts';

/** Ends of names of files that a mesh's file may name. TetGen's two files have the same name but for the end. */
const COMPANIONS: Readonly<Record<string, readonly string[]>> = {
  node: ['ele'],
  ele: ['node'],
  obj: ['mtl', 'png', 'jpg', 'jpeg', 'webp'],
  gltf: ['bin', 'png', 'jpg', 'jpeg', 'webp'],
};

/**
 * Reads a mesh file, and the files of its folder that it may name: TetGen's other file, materials, buffers and textures.
 * @returns the file itself first
 * @throws UsageError if a file can't be read
 */
export function readMeshFiles(path: string): GivenFile[] {
  const file = { name: path, bytes: readBytes(path) };
  const kind = extensionOf(path);
  if (!Object.hasOwn(COMPANIONS, kind)) return [file];
  const stem = basename(path).slice(0, -kind.length);
  const companions = readdirSync(dirname(path)).filter((name) => {
    const other = extensionOf(name);
    if (!COMPANIONS[kind].includes(other)) return false;
    return (kind !== 'node' && kind !== 'ele') || name.slice(0, -other.length) === stem;
  });
  return [
    file,
    ...companions.map((name) => ({ name: join(dirname(path), name), bytes: readBytes(join(dirname(path), name)) })),
  ];
}
