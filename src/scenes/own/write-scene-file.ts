import type { EmbeddedSurface, SurfaceMaterial, TextureImage } from '../../mesh/drawn-surface.ts';
import { toBase64 } from '../../formats/packed-bytes.ts';
import { packArray } from './arrays.ts';
import { type OwnMesh, type OwnScene, SCENE_FILE_VERSION } from './scene-file.ts';

/** Spaces per level of the text. */
const INDENT = 1;

/** Writes a scene of one's own as the text of a file. readSceneFile reads the same scene again, bit for bit. */
export function writeSceneFile({ meshes, ...scene }: OwnScene): string {
  const written = Object.fromEntries(Object.entries(meshes).map(([name, mesh]) => [name, meshJson(mesh)]));
  const { title, ...rest } = scene;
  return `${JSON.stringify({ untangle: SCENE_FILE_VERSION, title, meshes: written, ...rest }, undefined, INDENT)}\n`;
}

function meshJson({ mesh, pose, surface, thickness, shape }: OwnMesh): object {
  if (shape) return { shape: shape.kind, ...shape.sizes };
  return {
    thickness,
    positions: packArray(mesh.positions),
    tets: packArray(mesh.tets),
    ...(pose && { pose: packArray(pose) }),
    ...(surface && { surface: surfaceJson(surface) }),
  };
}

function surfaceJson(surface: EmbeddedSurface): object {
  const { positions, triangles, uvs, colours, tetOfVertex, weights, groups, materials } = surface;
  return {
    positions: packArray(positions),
    triangles: packArray(triangles),
    ...(uvs && { uvs: packArray(uvs) }),
    ...(colours && { colours: packArray(colours) }),
    tetOfVertex: packArray(tetOfVertex),
    weights: packArray(weights),
    groups,
    materials: materials.map(materialJson),
  };
}

const materialJson = ({ colourTexture, normalTexture, ...material }: SurfaceMaterial): object => ({
  ...material,
  ...(colourTexture && { colourTexture: imageJson(colourTexture) }),
  ...(normalTexture && { normalTexture: imageJson(normalTexture) }),
});

const imageJson = ({ mimeType, bytes }: TextureImage): object => ({ mimeType, data: toBase64(bytes) });
