import { MeshFileError } from '../../formats/file-mesh.ts';
import { soundTets } from '../../formats/sound-tets.ts';
import { buildTopology } from '../../mesh/build-topology.ts';
import type { TetMesh } from '../../mesh/tet-mesh.ts';
import type { ArrayReader } from './arrays.ts';
import { Fields, number, type Range, refuse, text } from './checks.ts';
import { readSurface } from './read-surface.ts';
import { LENGTH_UNITS, type LoadMesh, type MeshReference, type OwnMesh, SceneFileError } from './scene-file.ts';
import { isShape, makeShape, SHAPES, type ShapeKind } from './shapes.ts';

const LENGTH: Range = { above: 0, unit: 'm' };
const MAX_PATH = 1000;

/**
 * Reads a mesh of a scene's file: a shape, a reference to another file, or arrays.
 * @param load loads other files; undefined if none came with the scene
 * @throws SceneFileError
 */
export async function readMesh(
  value: unknown,
  path: string,
  arrays: ArrayReader,
  load: LoadMesh | undefined,
): Promise<OwnMesh> {
  const { keys } = new Fields(value, path, undefined);
  if (keys.includes('shape')) return readShape(value, path);
  if (keys.includes('file')) return readReference(value, path, load);
  if (keys.includes('positions')) return readArrays(value, path, arrays);
  throw new SceneFileError(`${path}: an object without shape, file and positions; expected one of them`);
}

function readShape(value: unknown, path: string): OwnMesh {
  const kind = new Fields(value, path, undefined).get('shape', (given, at) =>
    typeof given === 'string' && isShape(given) ? given : refuse(at, given, `one of ${Object.keys(SHAPES).join(', ')}`),
  );
  const { numbers }: ShapeKind = SHAPES[kind];
  const fields = new Fields(value, path, ['shape', ...Object.keys(numbers)]);
  const sizes = Object.fromEntries(
    Object.entries(numbers).map(([name, { default: byDefault, ...range }]) => [
      name,
      fields.optional(name, (given, at) => number(given, at, { ...range, isWhole: range.unit === '' }), byDefault),
    ]),
  );
  return inWords(path, RangeError, () => makeShape({ kind, sizes }));
}

async function readReference(value: unknown, path: string, load: LoadMesh | undefined): Promise<OwnMesh> {
  const fields = new Fields(value, path, ['file', 'unit', 'thickness', 'cell']);
  const file = fields.get('file', (given, at) => text(given, at, MAX_PATH));
  if (/^([/\\]|[A-Za-z]+:)/.test(file) || file === '')
    refuse(`${path}.file`, file, "a path relative to the scene's file");
  const units = Object.keys(LENGTH_UNITS);
  const unit = fields.optional(
    'unit',
    (given, at) =>
      units.includes(given as string) ? (given as string) : refuse(at, given, `one of ${units.join(', ')}`),
    'm',
  );
  const reference: MeshReference = {
    file,
    metresPerUnit: LENGTH_UNITS[unit],
    ...fields.entry('thickness', (given, at) => number(given, at, LENGTH)),
    ...fields.entry('cell', (given, at) => number(given, at, LENGTH)),
  };
  if (!load)
    return refuse(`${path}.file`, file, "the mesh in the scene's file itself, because no other file came with it");
  try {
    return await load(reference);
  } catch (error) {
    throw new SceneFileError(`${path}: ${(error as Error).message}`, { cause: error });
  }
}

function readArrays(value: unknown, path: string, arrays: ArrayReader): OwnMesh {
  const fields = new Fields(value, path, ['positions', 'tets', 'pose', 'thickness', 'surface']);
  const positions = fields.get('positions', arrays.floats({ multipleOf: 3 }));
  const tets = fields.get('tets', arrays.ids({ multipleOf: 4, idsBelow: positions.length / 3 }));
  const thickness = fields.get('thickness', (given, at) => number(given, at, LENGTH));
  const mesh = soundMesh({ positions, tets }, path);
  const pose = fields.entry('pose', (given, at) => readPose(given, at, arrays, mesh));
  const surface = fields.entry('surface', (given, at) => readSurface(given, at, arrays, mesh.tets.length / 4));
  return { mesh, thickness, ...pose, ...surface };
}

function readPose(value: unknown, path: string, arrays: ArrayReader, { positions }: TetMesh): Float32Array {
  const pose = arrays.floats({ multipleOf: 3 })(value, path);
  if (pose.length !== positions.length)
    throw new SceneFileError(
      `${path}: ${pose.length / 3} vertices; expected ${positions.length / 3}, as many as tetrahedra have in the mesh`,
    );
  return pose;
}

/** Checks that a mesh makes a model. One that was written by this program comes out as it is. */
function soundMesh({ positions, tets }: TetMesh, path: string): TetMesh {
  const { mesh } = inWords(path, MeshFileError, () =>
    soundTets({ positions: Float64Array.from(positions), tets, triangles: new Uint32Array(), notes: [] }),
  );
  inWords(path, Error, () => buildTopology(mesh.tets, mesh.positions.length / 3));
  return mesh;
}

/** Turns errors of a kind into errors of the file. */
function inWords<T>(path: string, kind: abstract new (...words: never[]) => Error, make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof kind)) throw error;
    throw new SceneFileError(`${path}: ${error.message}`, { cause: error });
  }
}
