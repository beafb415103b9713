import { boundarySurface } from '../../formats/boundary-surface.ts';
import { MeshFileError } from '../../formats/file-mesh.ts';
import { extensionOf, type GivenFile } from '../../formats/given-file.ts';
import { readSurface, SURFACE_FORMATS } from '../../formats/read-surface.ts';
import { readTets } from '../../formats/read-tets.ts';
import { writeSurface, WRITTEN_SURFACE_FORMATS } from '../../formats/write-surface.ts';
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
import { unknownKind } from '../mesh-kind.ts';
import { type Arguments, type Command, wholeNumber } from '../command.ts';

/** Most tetrahedra that a surface is filled with. */
const MOST_TETRAHEDRA = 10_000_000;

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
  const unknown = unknownKind(input);
  if (unknown) throw new UsageError(unknown);
  const files = readMeshFiles(input);
  const toSurface = WRITTEN_SURFACE_FORMATS.includes(extension);
  try {
    if (!SURFACE_FORMATS.includes(extensionOf(input))) {
      const mesh = readTets(files);
      tellNotes(mesh.notes);
      const scaled = { ...mesh, positions: mesh.positions.map((x) => x * scale) };
      return toSurface ? writeSurface(base, extension, boundarySurface(scaled)) : writeTets(base, extension, scaled);
    }
    const surface = await readSurface(files);
    tellNotes(surface.notes);
    const scaled = { ...surface, positions: surface.positions.map((x) => x * scale) };
    if (toSurface) return writeSurface(base, extension, scaled);
    const { mesh, notes, thickness } = fill(scaled, args);
    tellNotes([...notes, `${mesh.tets.length / 4} tetrahedra; radius of thin parts ${thickness.toPrecision(3)}.`]);
    return writeTets(base, extension, { ...mesh, triangles: new Uint32Array() });
  } catch (error) {
    if (error instanceof MeshFileError || error instanceof ExportError) throw new UsageError(error.message);
    throw error;
  }
}

const tellNotes = (notes: readonly string[]): void => {
  for (const note of notes) tell(note);
};

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
