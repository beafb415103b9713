import type { EmbeddedSurface, SurfaceGroup, SurfaceMaterial, TextureImage } from '../../mesh/drawn-surface.ts';
import { MeshFileError } from '../../formats/file-mesh.ts';
import { fromBase64 } from '../../formats/packed-bytes.ts';
import type { ArrayReader } from './arrays.ts';
import { Fields, flag, list, number, numbers, pathTo, type Range, refuse, text } from './checks.ts';
import { SceneFileError } from './scene-file.ts';

const SHARE: Range = { min: 0, max: 1 };
const MAX_MATERIALS = 10_000;
const MAX_NAME = 1000;
const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const;

/** Keys of a drawn surface, all that it has. */
export const SURFACE_KEYS = [
  'positions',
  'triangles',
  'uvs',
  'colours',
  'tetOfVertex',
  'weights',
  'groups',
  'materials',
] as const satisfies readonly (keyof EmbeddedSurface)[];

/** Reads a mesh's drawn surface. @param tetCount of the mesh. @throws SceneFileError */
export function readSurface(value: unknown, path: string, arrays: ArrayReader, tetCount: number): EmbeddedSurface {
  const fields = new Fields(value, path, SURFACE_KEYS);
  const positions = fields.get('positions', arrays.floats({ multipleOf: 3 }));
  const count = positions.length / 3;
  const triangles = fields.get('triangles', arrays.ids({ multipleOf: 3, idsBelow: count }));
  const materials = fields.optional(
    'materials',
    (given, at) => list(given, at, 'materials', MAX_MATERIALS).map((item, i) => readMaterial(item, pathTo(at, i))),
    [],
  );
  return {
    positions,
    triangles,
    ...fields.entry('uvs', arrays.floats({ length: 2 * count })),
    ...fields.entry('colours', arrays.floats({ length: 3 * count })),
    tetOfVertex: fields.get('tetOfVertex', arrays.ids({ length: count, idsBelow: tetCount })),
    weights: fields.get('weights', arrays.floats({ length: 4 * count })),
    groups: fields.optional('groups', (given, at) => readGroups(given, at, triangles.length / 3, materials.length), []),
    materials,
  };
}

/** Reads groups of triangles, which follow one another and together are all triangles. */
function readGroups(value: unknown, path: string, triangles: number, materials: number): SurfaceGroup[] {
  let next = 0;
  const groups = list(value, path, 'groups', triangles).map((item, i) => {
    const fields = new Fields(item, pathTo(path, i), ['first', 'count', 'material']);
    const first = fields.get('first', (given, at) => number(given, at, { min: next, max: next }));
    const most = triangles - first;
    const count = fields.get('count', (given, at) => number(given, at, { min: 1, max: most, isWhole: true }));
    const lastMaterial = materials - 1;
    const material = fields.get('material', (given, at) =>
      number(given, at, { min: 0, max: lastMaterial, isWhole: true }),
    );
    next = first + count;
    return { first, count, material };
  });
  if (groups.length > 0 && next !== triangles)
    throw new SceneFileError(`${path}: groups of ${next} triangles; expected all ${triangles}`);
  return groups;
}

function readMaterial(value: unknown, path: string): SurfaceMaterial {
  const textures = ['colourTexture', 'normalTexture'];
  const keys = ['name', 'colour', 'opacity', 'roughness', 'metalness', 'doubleSided', ...textures];
  const fields = new Fields(value, path, keys);
  const share = (given: unknown, at: string) => number(given, at, SHARE);
  const [red, green, blue] = fields.get('colour', (given, at) => numbers(given, at, 'rgb', SHARE));
  return {
    name: fields.get('name', (given, at) => text(given, at, MAX_NAME)),
    colour: [red, green, blue],
    opacity: fields.get('opacity', share),
    roughness: fields.get('roughness', share),
    metalness: fields.get('metalness', share),
    doubleSided: fields.get('doubleSided', flag),
    ...fields.entry('colourTexture', readImage),
    ...fields.entry('normalTexture', readImage),
  };
}

function readImage(value: unknown, path: string): TextureImage {
  const fields = new Fields(value, path, ['mimeType', 'data']);
  const mimeType = fields.get(
    'mimeType',
    (given, at) => IMAGE_TYPES.find((type) => type === given) ?? refuse(at, given, `one of ${IMAGE_TYPES.join(', ')}`),
  );
  const data = fields.get('data', (given, at) =>
    // A scene that was kept in memory's form has the bytes themselves (read-kept-scene.ts).
    given instanceof Uint8Array ? given : text(given, at, Number.POSITIVE_INFINITY),
  );
  if (data instanceof Uint8Array) return { mimeType, bytes: data };
  try {
    return { mimeType, bytes: fromBase64(data) };
  } catch (error) {
    if (!(error instanceof MeshFileError)) throw error;
    throw new SceneFileError(`${path}.data: ${error.message}`);
  }
}
