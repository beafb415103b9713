import type { GLTF } from '@gltf-transform/core';
import { cut } from '../../math/text.ts';
import { MeshFileError } from '../file-mesh.ts';
import type { GltfNotes } from './gltf-notes.ts';

/** Extensions that are applied, or of which nothing is worth a note: lights, and looks beyond colour and roughness. */
const KNOWN =
  /^(KHR_mesh_quantization|KHR_texture_transform|EXT_texture_webp|KHR_node_visibility|EXT_mesh_gpu_instancing|KHR_lights_punctual|KHR_materials_\w+)$/;
/** Extensions that change what the triangles are: compressed buffers, indices that end a strip, voxels, buffers that change with time. */
const OF_GEOMETRY =
  /^(KHR_draco_mesh_compression|\w+_meshopt_compression|\w+_mesh_primitive_restart|EXT_primitive_voxels|MPEG_(accessor_timed|buffer_circular|media|mesh_linking))$/;
/** What the name of an extension tells that concerns no triangle. */
const OF_SOMETHING_ELSE =
  /texture|material|image|light|camera|audio|metadata|feature|xmp|animation|visib|hover|selectab|interact|physics|collision|environment|variant|outline|vrm|techniques|bim_data/i;

/** Something in the description that may have extensions. */
type Extended = GLTF.IProperty | null | undefined;

/**
 * Looks at the extensions that a file uses. What is applied is known; what concerns no triangle is left out with a note, also if the file requires it: looks,
 * metadata, sound, animation. Of an extension that nobody knows here, the place in the file tells what it concerns.
 * @throws MeshFileError if the file requires one that changes its triangles
 */
export function checkExtensions(json: GLTF.IGLTF, notes: GltfNotes): void {
  const required = new Set(textsOf(json.extensionsRequired).filter((name) => !KNOWN.test(name)));
  const ofTriangles = required.size > 0 ? extensionsOfTriangles(json) : new Set<string>();
  for (const name of required) {
    if (OF_GEOMETRY.test(name) || (ofTriangles.has(name) && !OF_SOMETHING_ELSE.test(name)))
      throw new MeshFileError(
        `The file needs the extension ${cut(name)}; expected a file without it, since it changes the triangles (compressed meshes aren't read)`,
      );
    notes.add('needed', name);
  }
  for (const name of new Set(textsOf(json.extensionsUsed)))
    if (!KNOWN.test(name) && !required.has(name)) notes.add('unneeded', name);
}

const textsOf = (list: unknown): string[] =>
  Array.isArray(list) ? list.filter((name): name is string => typeof name === 'string') : [];

/** Names of the extensions at the parts of a file that make its triangles. */
function extensionsOfTriangles({ buffers, bufferViews, accessors, meshes, skins }: GLTF.IGLTF): Set<string> {
  const names = new Set<string>();
  const look = (parts: readonly Extended[] | undefined) => {
    if (!Array.isArray(parts)) return;
    for (const part of parts) for (const name of Object.keys(part?.extensions ?? {})) names.add(name);
  };
  for (const parts of [buffers, bufferViews, accessors, meshes, skins]) look(parts);
  if (Array.isArray(meshes)) for (const mesh of meshes) look(mesh?.primitives);
  return names;
}
