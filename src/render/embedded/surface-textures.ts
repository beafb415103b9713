import { LinearMipmapLinearFilter, RepeatWrapping, SRGBColorSpace, Texture } from 'three/webgpu';
import type { DrawnSurface, SurfaceMaterial, TextureImage } from '../../mesh/drawn-surface.ts';

/** Greatest side of a texture [texels]: every device takes it, and with its smaller copies it needs 90 MB. Larger images are scaled down. */
const MAX_SIDE = 4096;

/** How an image is decoded: its numbers are taken as they are. */
const AS_IT_IS: ImageBitmapOptions = { premultiplyAlpha: 'none', colorSpaceConversion: 'none' };

/** Textures of surfaces: those that could be decoded, by their image. */
export interface SurfaceTextures {
  readonly textures: ReadonlyMap<TextureImage, Texture>;
  /** Sentences about images that couldn't be decoded, or were scaled down. */
  readonly notes: readonly string[];
}

/** Decodes all images of surfaces, each once. Never throws: a surface without its texture is drawn by its colours. */
export async function decodeTextures(surfaces: readonly DrawnSurface[]): Promise<SurfaceTextures> {
  const textures = new Map<TextureImage, Texture>();
  const notes: string[] = [];
  for (const { uvs, materials } of surfaces)
    for (const material of materials)
      for (const [image, isColour] of imagesOf(material)) {
        if (textures.has(image)) continue;
        const subject = `The ${isColour ? 'colour' : 'normal'} texture of material ‘${material.name}’`;
        if (!uvs) {
          notes.push(`${subject} is not drawn: the surface has no texture coordinates.`);
          continue;
        }
        try {
          textures.set(image, await decode(image, isColour, (text) => notes.push(`${subject} ${text}`)));
        } catch {
          notes.push(
            `${subject} is not drawn: this browser can't decode its ${image.mimeType} of ${image.bytes.length} bytes.`,
          );
        }
      }
  return { textures, notes };
}

/** Yields a material's images, and whether each holds colours. */
function* imagesOf({ colourTexture, normalTexture }: SurfaceMaterial): Generator<readonly [TextureImage, boolean]> {
  if (colourTexture) yield [colourTexture, true];
  if (normalTexture) yield [normalTexture, false];
}

/** @throws DOMException if the browser can't decode the image */
async function decode(
  { mimeType, bytes }: TextureImage,
  isColour: boolean,
  say: (text: string) => void,
): Promise<Texture> {
  const blob = new Blob([bytes as Uint8Array<ArrayBuffer>], { type: mimeType });
  let bitmap = await createImageBitmap(blob, AS_IT_IS);
  const { width, height } = bitmap;
  if (Math.max(width, height) > MAX_SIDE) {
    const share = MAX_SIDE / Math.max(width, height);
    const [resizeWidth, resizeHeight] = [width, height].map((side) => Math.max(1, Math.round(share * side)));
    bitmap.close();
    bitmap = await createImageBitmap(blob, { ...AS_IT_IS, resizeWidth, resizeHeight, resizeQuality: 'high' });
    say(`of ${width} × ${height} is drawn with ${resizeWidth} × ${resizeHeight} texels.`);
  }
  const texture = new Texture(bitmap, undefined, RepeatWrapping, RepeatWrapping, undefined, LinearMipmapLinearFilter);
  texture.flipY = false;
  if (isColour) texture.colorSpace = SRGBColorSpace;
  texture.needsUpdate = true;
  return texture;
}

/** Frees decoded textures and their images. */
export function disposeTextures({ textures }: SurfaceTextures): void {
  for (const texture of textures.values()) {
    texture.dispose();
    (texture.image as ImageBitmap).close();
  }
}
