import { boundarySurface } from '../../formats/boundary-surface.ts';
import { putBack, scaledPlace } from '../../formats/far-mesh.ts';
import { type FileMesh, MeshFileError, plural } from '../../formats/file-mesh.ts';
import type { FileSurface } from '../../formats/file-surface.ts';
import { extensionOf, type GivenFile } from '../../formats/given-file.ts';
import { checkMeshName, readMesh } from '../../formats/read-mesh.ts';
import { placeLost, writeSurface, WRITTEN_SURFACE_FORMATS } from '../../formats/write-surface.ts';
import { ExportError } from '../../formats/write/written-mesh.ts';
import { writeTets, WRITTEN_TET_FORMATS } from '../../formats/write-tets.ts';
import { decimal, onOneLine, quoted } from '../../math/text.ts';
import type { DrawnSurface } from '../../mesh/drawn-surface.ts';
import { EXIT, UsageError } from '../../node/errors.ts';
import { tellWritten, writeBytes } from '../../node/files.ts';
import { filesRead } from '../../node/files-read.ts';
import { readMeshFiles } from '../../node/mesh-files.ts';
import { tell } from '../../node/print.ts';
import { ProgressBar } from '../../node/progress-bar.ts';
import { checkOutputs } from '../../node/outputs.ts';
import { cellFor, DEFAULT_TETRAHEDRA, measureSurface } from '../../surface/estimate.ts';
import { type FilledSurface, tetrahedraliseSurface } from '../../surface/tetrahedralise-surface.ts';
import { type Arguments, type Command, wholeNumber } from '../command.ts';

/** Most tetrahedra that a surface is filled with. */
const MOST_TETRAHEDRA = 10_000_000;
/** Formats of tetrahedra that have no room for triangles. */
const WITHOUT_TRIANGLES = ['t', 'node', 'ele'];

export const convertCommand: Command = {
  name: 'convert',
  positionals: ['IN', 'OUT'],
  summary:
    'writes a mesh file in another format, which the end of its name tells: tetrahedra, their boundary, or a surface',
  options: {
    scale: { value: 'factor', meaning: 'multiplies all lengths, such as 0.001 for millimetres; 1 by default' },
    cell: {
      value: 'length',
      meaning: 'fills a surface with tetrahedra, by a lattice of this edge length, after --scale',
    },
    tetrahedra: {
      value: 'n',
      meaning: `fills a surface with about as many tetrahedra; ${DEFAULT_TETRAHEDRA} by default`,
    },
  },
  async run(args) {
    const [input, out] = args.positionals;
    const extension = extensionOf(out);
    const all = [...WRITTEN_TET_FORMATS, ...WRITTEN_SURFACE_FORMATS];
    if (!all.includes(extension))
      throw new UsageError(`${quoted(out)} has an unknown kind; expected a name that ends with .${all.join(', .')}`);
    const base = out.slice(0, -extension.length - 1);
    const ends = extension === 'node' || extension === 'ele' ? ['node', 'ele'] : [extension];
    const targets = ends.map((end) => `${base}.${end}`);
    const check = (files: readonly string[]) =>
      checkOutputs({ OUT: { path: files[0], companions: files.slice(1) } }, [input, ...filesRead()]);
    check(targets);
    const written = await convert(input, base, extension, args);
    // Only now are the materials and textures known: those that were read, and those to be written beside the mesh.
    check(written.map(({ name }) => name));
    for (const { name, bytes } of written) {
      writeBytes(name, bytes);
      tellWritten(name);
    }
    return EXIT.ok;
  },
};

/** Reads a mesh, converts it and says what was left out. @throws UsageError if it is no good */
async function convert(input: string, base: string, extension: string, args: Arguments): Promise<GivenFile[]> {
  const scale = positive('scale', args) ?? 1;
  const toSurface = WRITTEN_SURFACE_FORMATS.includes(extension);
  try {
    checkMeshName(input);
    const contents = await readMesh(readMeshFiles(input));
    if (contents.kind === 'tetrahedra') {
      const { mesh } = contents;
      refuseToFill(args, `${input} has ${tetrahedraOf(mesh)}; expected a surface`);
      tellNotes(mesh.notes);
      const scaled = { ...mesh, positions: mesh.positions.map((x) => x * scale) };
      if (toSurface) return written(base, extension, boundaryOf(scaled));
      tellTriangles(mesh, extension);
      return writeTets(base, extension, scaled);
    }
    const { surface } = contents;
    if (toSurface)
      refuseToFill(args, `.${extension} has no room for them; expected OUT as .${WRITTEN_TET_FORMATS.join(', .')}`);
    tellNotes(surface.notes);
    const scaled = {
      ...surface,
      positions: surface.positions.map((x) => x * scale),
      ...(surface.far && { far: scaledPlace(surface.far, scale) }),
    };
    if (toSurface) return written(base, extension, scaled);
    const { mesh, notes, thickness } = fill(scaled, args);
    const filled = `The surface of ${plural(surface.triangles.length / 3, 'triangle')} is filled with ${tetrahedraOf(mesh)}`;
    tellNotes([...notes, `${filled}; radius of thin parts ${thickness.toPrecision(3)}.`]);
    const positions = scaled.far ? putBack(mesh.positions, scaled.far.shift) : mesh.positions;
    return writeTets(base, extension, { ...mesh, positions, triangles: new Uint32Array() });
  } catch (error) {
    if (error instanceof MeshFileError || error instanceof ExportError) throw new UsageError(error.message);
    throw error;
  }
}

/** Writes a surface where its file has it, and says so if the format can't hold that place. */
function written(base: string, extension: string, surface: FileSurface): GivenFile[] {
  const lost = placeLost(extension, surface.far);
  if (lost) tell(lost);
  return writeSurface(base, extension, surface, surface.far);
}

const tellNotes = (notes: readonly string[]): void => {
  for (const note of notes) tell(note);
};

const tetrahedraOf = ({ tets }: Pick<FileMesh, 'tets'>): string => plural(tets.length / 4, 'tetrahedron', 'tetrahedra');

/** @throws UsageError if an option asks to fill a surface where that can't be done. @param why the rest of the sentence */
function refuseToFill(args: Arguments, why: string): void {
  const option = ['cell', 'tetrahedra'].find((name) => args.text(name) !== undefined);
  if (option) throw new UsageError(`--${option} fills a surface with tetrahedra; ${why}`);
}

/** Returns the boundary of tetrahedra, and says what the file's own triangles are replaced by. @throws MeshFileError if there is none */
function boundaryOf(mesh: FileMesh): FileSurface {
  const surface = boundarySurface(mesh);
  const [found, listed] = [surface.triangles.length / 3, mesh.triangles.length / 3];
  if (found === 0)
    throw new MeshFileError(
      `The ${tetrahedraOf(mesh)} have no face that belongs to one of them only; expected some, the boundary`,
    );
  if (listed > 0)
    tell(
      `The boundary of the tetrahedra is written, ${plural(found, 'triangle')}; left out that the file lists: ${plural(listed, 'triangle')}.`,
    );
  return surface;
}

/** Says that a format has no room for the triangles that a file lists besides its tetrahedra. */
function tellTriangles({ triangles }: FileMesh, extension: string): void {
  if (triangles.length > 0 && WITHOUT_TRIANGLES.includes(extension))
    tell(`Triangles left out, for which .${extension} has no room: ${(triangles.length / 3).toLocaleString('en')}.`);
}

/** Fills a surface with tetrahedra, and shows how far it is. */
function fill(surface: DrawnSurface, args: Arguments): FilledSurface {
  const wanted = args.text('tetrahedra');
  const count = wanted === undefined ? DEFAULT_TETRAHEDRA : wholeNumber('--tetrahedra', wanted, 1, MOST_TETRAHEDRA);
  const given = positive('cell', args);
  if (given !== undefined && wanted !== undefined)
    throw new UsageError('--cell and --tetrahedra both say how finely to fill the surface; expected one of them');
  const bar = new ProgressBar(process.stderr, 100, 'percent');
  try {
    const cell = given ?? cellFor(measureSurface(surface), count);
    return tetrahedraliseSurface(surface, { cell }, (share) => bar.show(Math.max(1, Math.round(100 * share))));
  } catch (error) {
    throw new UsageError(onOneLine((error as Error).message), { cause: error });
  } finally {
    bar.clear();
  }
}

function positive(option: string, args: Arguments): number | undefined {
  const text = args.text(option);
  if (text === undefined) return undefined;
  const value = decimal(text);
  if (!(value > 0 && value < Infinity))
    throw new UsageError(`--${option} is ${quoted(text)}; expected a number above 0`);
  return value;
}
