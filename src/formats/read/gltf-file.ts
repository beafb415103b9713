import type { GLTF } from '@gltf-transform/core';
import type { TextureImage } from '../../mesh/drawn-surface.ts';
import { MeshFileError } from '../file-mesh.ts';
import { findBeside, type GivenFile, imageOf } from '../given-file.ts';
import { decoded, fromDataAddress, isDataAddress, titleOf } from './gltf-addresses.ts';
import { readChunks } from './gltf-chunks.ts';
import { checkExtensions } from './gltf-extensions.ts';
import { GltfNotes } from './gltf-notes.ts';
import { mostMemory } from './gltf-room.ts';
import { entry, isWhole, named } from './gltf-values.ts';

/** A glTF 2.0 file: its description, and the bytes of its buffers and images, from itself or from the files beside it. */
export class GltfFile {
  readonly json: GLTF.IGLTF;
  readonly notes = new GltfNotes();
  /** Number of bytes of the file, of its buffers beside it, and of the images there that were taken so far. */
  size: number;
  private readonly binary: Uint8Array | undefined;
  private readonly buffers = new Map<number, Uint8Array>();
  private readonly taken = new Set<GivenFile>();
  /** Images by their buffer views or addresses: many images may be the same bytes. */
  private readonly images = new Map<number | string, TextureImage | undefined>();
  private imageBytes = 0;

  /** @throws MeshFileError if it is none, or requires extensions that change its triangles */
  constructor(
    bytes: Uint8Array,
    private readonly beside: readonly GivenFile[],
  ) {
    const { json, binary } = readChunks(bytes, this.notes);
    this.json = json;
    this.binary = binary;
    this.size = bytes.length;
    checkExtensions(json, this.notes);
    for (const buffer of json.buffers ?? []) if (!isDataAddress(buffer?.uri ?? '')) this.find(buffer?.uri);
  }

  /** Returns the bytes of a buffer view. */
  view(index: unknown): Uint8Array {
    const { buffer, byteOffset = 0, byteLength } = entry(this.json.bufferViews, index, 'buffer view');
    const bytes = this.buffer(buffer);
    if (!isWhole(byteOffset) || !isWhole(byteLength) || byteOffset + byteLength > bytes.length)
      throw new MeshFileError(
        `Buffer view ${index} has ${named(byteLength)} bytes from byte ${named(byteOffset)} on; expected no more than the ${bytes.length.toLocaleString('en')} of its buffer`,
      );
    return bytes.subarray(byteOffset, byteOffset + byteLength);
  }

  /** Returns an image, or undefined, with a note, if it can't be drawn or lies elsewhere. */
  image(index: unknown): TextureImage | undefined {
    const image = entry(this.json.images, index, 'image');
    const key = image.bufferView ?? image.uri ?? '';
    if (!this.images.has(key)) this.images.set(key, this.readImage(image));
    return this.images.get(key);
  }

  private readImage({ uri, bufferView, name }: GLTF.IImage): TextureImage | undefined {
    const title = titleOf(uri ?? name);
    const bytes = bufferView === undefined ? this.find(uri) : this.view(bufferView);
    const image = bytes && imageOf(bytes);
    if (!image) {
      this.notes.add(bytes ? 'unknownImage' : 'missing', title);
      return undefined;
    }
    this.imageBytes += image.bytes.length;
    if (this.imageBytes <= mostMemory(this.size)) return image;
    this.notes.add('large', title);
    return undefined;
  }

  private buffer(index: number): Uint8Array {
    const known = this.buffers.get(index);
    if (known) return known;
    const { uri, byteLength } = entry(this.json.buffers, index, 'buffer');
    const bytes = uri === undefined && index === 0 ? this.binary : this.find(uri);
    if (!bytes)
      throw new MeshFileError(
        typeof uri === 'string'
          ? `The file ${titleOf(uri)} isn't here; expected it beside this one`
          : `Buffer ${index} has no bytes; expected them in the file`,
      );
    if (!isWhole(byteLength) || byteLength > bytes.length)
      throw new MeshFileError(
        `Buffer ${index} promises ${isWhole(byteLength) ? byteLength.toLocaleString('en') : named(byteLength)} bytes; expected no more than the ${bytes.length.toLocaleString('en')} that are there`,
      );
    const own = bytes.subarray(0, byteLength);
    this.buffers.set(index, own);
    return own;
  }

  /** Finds the bytes that an address names, inside the address or among the given files. Nothing is fetched. */
  private find(uri: unknown): Uint8Array | undefined {
    if (typeof uri !== 'string') return undefined;
    if (isDataAddress(uri)) return bytesInside(uri);
    if (/^[a-z][a-z0-9+.-]+:/i.test(uri)) return undefined;
    const file = findBeside(this.beside, uri) ?? findBeside(this.beside, decoded(uri));
    if (!file) return undefined;
    if (!this.taken.has(file)) this.size += file.bytes.length;
    this.taken.add(file);
    return file.bytes;
  }
}

function bytesInside(address: string): Uint8Array {
  try {
    return fromDataAddress(address);
  } catch (error) {
    if (!(error instanceof MeshFileError)) throw error;
    throw new MeshFileError(`The data in an address ${error.message}`, { cause: error });
  }
}
