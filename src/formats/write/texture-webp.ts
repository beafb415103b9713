import { Extension, type WriterContext } from '@gltf-transform/core';

const NAME = 'EXT_texture_webp';

/** Writes textures in WebP as glTF wants them: through an extension. Source: Khronos Group, EXT_texture_webp. */
export class TextureWebp extends Extension {
  static override readonly EXTENSION_NAME = NAME;
  override readonly extensionName = NAME;

  override read(): this {
    return this;
  }

  override write({ jsonDoc: { json } }: WriterContext): this {
    for (const texture of json.textures ?? []) {
      const { source } = texture;
      if (source === undefined || json.images?.[source].mimeType !== 'image/webp') continue;
      texture.extensions = { ...texture.extensions, [NAME]: { source } };
      delete texture.source;
    }
    return this;
  }
}
