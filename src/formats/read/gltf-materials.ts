import type { GLTF } from '@gltf-transform/core';
import type { SurfaceMaterial, TextureImage } from '../../mesh/drawn-surface.ts';
import { MeshFileError } from '../file-mesh.ts';
import type { GltfFile } from './gltf-file.ts';
import { entry, isWhole, named } from './gltf-values.ts';

/** A material, and how its texture of colours lies on the surface. */
export interface GltfMaterial {
  readonly material: SurfaceMaterial;
  /** Number of the list of texture coordinates that it takes. */
  readonly uvSet: number;
  /** Texture coordinates are multiplied with the scale, then shifted. */
  readonly scale: readonly [number, number];
  readonly shift: readonly [number, number];
}

interface TextureTransform {
  readonly offset?: readonly unknown[];
  readonly scale?: readonly unknown[];
  readonly rotation?: unknown;
  readonly texCoord?: unknown;
}

const finite = (value: unknown, otherwise: number): number => (Number.isFinite(value) ? (value as number) : otherwise);
const share = (value: unknown, otherwise: number): number => Math.min(1, Math.max(0, finite(value, otherwise)));

/** A material, and its place among those of the surface. */
export interface NumberedMaterial {
  readonly id: number;
  readonly read: GltfMaterial;
}

/** The materials that a surface has, in the order in which its primitives ask for them. */
export class GltfMaterials {
  private readonly known = new Map<number | undefined, NumberedMaterial>();

  constructor(private readonly file: GltfFile) {}

  /** @param index undefined gives the default one */
  of(index: number | undefined): NumberedMaterial {
    const known = this.known.get(index);
    if (known) return known;
    const made = { id: this.known.size, read: readMaterial(this.file, this.describedAs(index)) };
    this.known.set(index, made);
    return made;
  }

  /** Only looks are lost with a material that isn't there, so that it refuses no mesh. */
  private describedAs(index: number | undefined): GLTF.IMaterial {
    if (index === undefined) return {};
    const { json, notes } = this.file;
    if (Array.isArray(json.materials) && isWhole(index) && json.materials[index]) return json.materials[index];
    notes.add('absent', named(index));
    return {};
  }

  /** All of them; none if the file describes none. */
  list(): SurfaceMaterial[] {
    const isDescribed = [...this.known.keys()].some((index) => index !== undefined);
    return isDescribed ? [...this.known.values()].map(({ read }) => read.material) : [];
  }
}

/** Reads a material in metallic-roughness terms. @param def {} gives the default one */
function readMaterial(file: GltfFile, def: GLTF.IMaterial): GltfMaterial {
  const { pbrMetallicRoughness: pbr = {}, normalTexture, alphaMode, doubleSided } = def;
  const name = typeof def.name === 'string' ? def.name : '';
  const [r, g, b, alpha] = pbr.baseColorFactor ?? [];
  const colourTexture = pbr.baseColorTexture && readTexture(file, pbr.baseColorTexture);
  const normals = normalTexture && readTexture(file, normalTexture);
  const transform = (pbr.baseColorTexture?.extensions?.KHR_texture_transform ?? {}) as TextureTransform;
  if (finite(transform.rotation, 0) !== 0) file.notes.add('rotated', `'${name}'`);
  return {
    material: {
      name,
      colour: [share(r, 1), share(g, 1), share(b, 1)],
      opacity: alphaMode === 'BLEND' ? share(alpha, 1) : 1,
      roughness: share(pbr.roughnessFactor, 1),
      metalness: share(pbr.metallicFactor, 1),
      doubleSided: doubleSided === true,
      ...(colourTexture && { colourTexture }),
      ...(normals && { normalTexture: normals }),
    },
    uvSet: finite(transform.texCoord ?? pbr.baseColorTexture?.texCoord, 0),
    scale: [finite(transform.scale?.[0], 1), finite(transform.scale?.[1], 1)],
    shift: [finite(transform.offset?.[0], 0), finite(transform.offset?.[1], 0)],
  };
}

/** Reads a texture, or leaves it out with a note: a mesh without its looks is a mesh all the same. */
function readTexture(file: GltfFile, info: GLTF.ITextureInfo): TextureImage | undefined {
  try {
    const { source, extensions } = entry(file.json.textures, info.index, 'texture');
    const webp = extensions?.EXT_texture_webp as { readonly source?: unknown } | undefined;
    const image = webp?.source ?? source;
    if (image !== undefined) return file.image(image);
    file.notes.add('unknownImage', `number ${info.index}`);
  } catch (error) {
    if (!(error instanceof MeshFileError)) throw error;
    file.notes.add('unreadable', `number ${named(info.index)}`);
  }
  return undefined;
}
