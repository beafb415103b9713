import type { SurfaceMaterial, TextureImage } from '../../mesh/drawn-surface.ts';
import type { GlbParts } from './glb-parts.ts';

/** Name of the extension by which glTF takes textures in WebP. Source: Khronos Group, EXT_texture_webp. */
const WEBP = 'EXT_texture_webp';

/** Lists of materials, textures and images of a `.glb` file. What occurs several times is listed once. */
export class GlbLooks {
  private readonly materials = new Map<SurfaceMaterial, object>();
  private readonly images = new Map<TextureImage, object>();

  constructor(private readonly parts: GlbParts) {}

  /** @returns the material's index */
  add(material: SurfaceMaterial): number {
    if (!this.materials.has(material)) this.materials.set(material, this.described(material));
    return [...this.materials.keys()].indexOf(material);
  }

  /** The lists as the file has them, without those that are empty. */
  lists(): object {
    const { materials, images } = this;
    const isWebp = [...images.keys()].map(({ mimeType }) => mimeType === 'image/webp');
    const textures = isWebp.map((webp, source) => (webp ? { extensions: { [WEBP]: { source } } } : { source }));
    return {
      ...(materials.size > 0 && { materials: [...materials.values()] }),
      ...(images.size > 0 && { images: [...images.values()], textures }),
      ...(isWebp.includes(true) && { extensionsUsed: [WEBP], extensionsRequired: [WEBP] }),
    };
  }

  private described(material: SurfaceMaterial): object {
    const { name, colour, opacity, roughness, metalness, doubleSided, colourTexture, normalTexture } = material;
    return {
      name,
      pbrMetallicRoughness: {
        baseColorFactor: [...colour, opacity],
        metallicFactor: metalness,
        roughnessFactor: roughness,
        ...(colourTexture && { baseColorTexture: { index: this.textureOf(colourTexture) } }),
      },
      ...(normalTexture && { normalTexture: { index: this.textureOf(normalTexture) } }),
      ...(opacity < 1 && { alphaMode: 'BLEND' }),
      doubleSided,
    };
  }

  private textureOf(image: TextureImage): number {
    const { mimeType, bytes } = image;
    if (!this.images.has(image)) this.images.set(image, { mimeType, bufferView: this.parts.addBytes(bytes) });
    return [...this.images.keys()].indexOf(image);
  }
}
