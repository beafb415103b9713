import { readSceneFile } from './read-scene-file.ts';
import { SURFACE_KEYS } from './read-surface.ts';
import { type OwnScene, SCENE_FILE_VERSION, SceneFileError } from './scene-file.ts';

/**
 * Checks a scene that was kept in memory's form, with the checks of a scene's file: what is kept may be of another version of this program, or
 * of another one altogether. Shapes are made anew.
 * @throws SceneFileError as readSceneFile
 */
export async function readKeptScene(kept: unknown): Promise<OwnScene> {
  const scene = fieldsOf(kept);
  if (!scene) throw new SceneFileError(`the scene: ${typeof kept}; expected an object`);
  const meshes = fieldsOf(scene.meshes);
  return readSceneFile({
    ...scene,
    untangle: SCENE_FILE_VERSION,
    ...(meshes && { meshes: Object.fromEntries(Object.entries(meshes).map(([name, mesh]) => [name, inFile(mesh)])) }),
  });
}

/** Returns an object's fields; undefined for anything else, which the checks of files then refuse. */
const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : undefined;

/** Returns a mesh with the keys that it has in a file. Its arrays stay as they are. */
function inFile(kept: unknown): unknown {
  const { mesh, shape, ...rest } = fieldsOf(kept) ?? {};
  const made = fieldsOf(shape);
  if (made) return { ...fieldsOf(made.sizes), shape: made.kind };
  const surface = fieldsOf(rest.surface);
  return { ...fieldsOf(mesh), ...rest, ...(surface && { surface: surfaceInFile(surface) }) };
}

/** Returns a surface as a file has it. What was read from a file of its own also has what that reader told, such as notes; these have been shown. */
function surfaceInFile(kept: Readonly<Record<string, unknown>>): object {
  const surface = Object.fromEntries(SURFACE_KEYS.filter((key) => key in kept).map((key) => [key, kept[key]]));
  const { materials } = surface;
  return Array.isArray(materials) ? { ...surface, materials: materials.map(materialInFile) } : surface;
}

function materialInFile(kept: unknown): unknown {
  const material = fieldsOf(kept);
  if (!material) return kept;
  const textures = ['colourTexture', 'normalTexture'].flatMap((key) => {
    const texture = fieldsOf(material[key]);
    return texture ? [[key, { mimeType: texture.mimeType, data: texture.bytes }] as const] : [];
  });
  return { ...material, ...Object.fromEntries(textures) };
}
