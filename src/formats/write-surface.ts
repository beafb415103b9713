import type { DrawnSurface } from '../mesh/drawn-surface.ts';
import type { GivenFile } from './given-file.ts';
import { writeGlb } from './write/write-animated-glb.ts';
import { writeObj } from './write/write-obj.ts';
import { writePly } from './write/write-ply.ts';
import { writeStl } from './write/write-stl.ts';

/** Writers of files of surfaces by the ends of their names. */
const WRITERS: Readonly<Record<string, (surface: DrawnSurface) => Uint8Array>> = {
  stl: writeStl,
  ply: (surface) => writePly(surface),
  glb: writeGlb,
};

/** Ends of the names of files of surfaces that are written, without the dot. */
export const WRITTEN_SURFACE_FORMATS: readonly string[] = ['obj', ...Object.keys(WRITERS)];

/**
 * Writes a surface.
 * @param base name without its end
 * @param extension one of WRITTEN_SURFACE_FORMATS
 * @param surface its positions are written as they are, whatever their unit; glTF prescribes metres
 * @returns the file, and those that it names: for OBJ materials and textures
 * @throws RangeError if the extension is another one
 */
export function writeSurface(base: string, extension: string, surface: DrawnSurface): GivenFile[] {
  if (!WRITTEN_SURFACE_FORMATS.includes(extension))
    throw new RangeError(
      `A surface was to be written as '${extension}', expected one of ${WRITTEN_SURFACE_FORMATS.join(', ')}`,
    );
  if (extension === 'obj') return writeObj(surface, base);
  return [{ name: `${base}.${extension}`, bytes: WRITERS[extension](surface) }];
}
