import type { DrawnSurface } from '../mesh/drawn-surface.ts';
import type { FarPlace } from './far-mesh.ts';
import type { GivenFile } from './given-file.ts';
import { writeGlb } from './write/write-animated-glb.ts';
import { writeObj } from './write/write-obj.ts';
import { writePly } from './write/write-ply.ts';
import { writeStl } from './write/write-stl.ts';

/** Writers of files of surfaces by the ends of their names. */
const WRITERS: Readonly<Record<string, (surface: DrawnSurface, far: FarPlace | undefined) => Uint8Array>> = {
  stl: (surface) => writeStl(surface),
  ply: (surface, far) => writePly({ ...surface, positions: far?.positions ?? surface.positions }),
  glb: (surface, far) => writeGlb(surface, far?.shift),
};

/** Ends of the names of files of surfaces that are written, without the dot. */
export const WRITTEN_SURFACE_FORMATS: readonly string[] = ['obj', ...Object.keys(WRITERS)];

/**
 * Writes a surface.
 * @param base name without its end
 * @param extension one of WRITTEN_SURFACE_FORMATS
 * @param surface its positions are written as they are, whatever their unit; glTF prescribes metres
 * @param far if given, the surface is written where it lay (FileSurface.far): OBJ and PLY with these positions in float64, glTF with a node shifted by them.
 *   STL has no room for it (placeLost)
 * @returns the file, and those that it names: for OBJ materials and textures
 * @throws RangeError if the extension is another one
 */
export function writeSurface(base: string, extension: string, surface: DrawnSurface, far?: FarPlace): GivenFile[] {
  if (!WRITTEN_SURFACE_FORMATS.includes(extension))
    throw new RangeError(
      `A surface was to be written as '${extension}', expected one of ${WRITTEN_SURFACE_FORMATS.join(', ')}`,
    );
  if (extension === 'obj') return writeObj({ ...surface, positions: far?.positions ?? surface.positions }, base);
  return [{ name: `${base}.${extension}`, bytes: WRITERS[extension](surface, far) }];
}

/** Says that a format has no room for a place far from the origin. @returns undefined if it has */
export const placeLost = (extension: string, far: FarPlace | undefined): string | undefined =>
  far && extension === 'stl'
    ? `STL has float32 alone, which would round the mesh there: it is written with (${far.shift.join(', ')}) subtracted.`
    : undefined;
