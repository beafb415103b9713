import type { GLTF } from '@gltf-transform/core';
import type { TextureImage } from '../../mesh/drawn-surface.ts';
import { MeshFileError } from '../file-mesh.ts';
import { findBeside, type GivenFile, imageOf } from '../given-file.ts';

/** Numbers at the beginning of a GLB file and of its chunks. */
const MAGIC = 0x46546c67;
const JSON_CHUNK = 0x4e4f534a;
const BINARY_CHUNK = 0x004e4942;
/** Sizes of the file's head and of a chunk's [bytes]. */
const HEAD = 12;
const CHUNK_HEAD = 8;

/** Extensions that a file may require: integers as coordinates, moved textures, WebP, and looks. */
const KNOWN = /^(KHR_mesh_quantization|KHR_texture_transform|EXT_texture_webp|KHR_lights_punctual|KHR_materials_\w+)$/;

/** Finds an entry of a list in the file. @param what the kind of the entry, for messages */
export function entry<T>(list: readonly T[] | undefined, index: unknown, what: string): T {
  const count = Array.isArray(list) ? list.length : 0;
  if (!(Number.isInteger(index) && (index as number) >= 0 && (index as number) < count))
    throw new MeshFileError(`The file names the ${what} ${named(index)}; expected one of its ${count}, from 0 on`);
  return list![index as number];
}

/** A glTF 2.0 file: its description, and the bytes of its buffers and images, from itself or from the files beside it. */
export class GltfFile {
  readonly json: GLTF.IGLTF;
  readonly notes: string[] = [];
  /** Number of bytes of all files together. */
  readonly size: number;
  private readonly binary: Uint8Array | undefined;
  private readonly buffers = new Map<number, Uint8Array>();
  private readonly images = new Map<number, TextureImage | undefined>();

  /** @throws MeshFileError if it is none, or requires extensions that aren't known here */
  constructor(
    bytes: Uint8Array,
    private readonly beside: readonly GivenFile[],
  ) {
    if (bytes.length === 0) throw new MeshFileError('The file has 0 bytes; expected a mesh');
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const isBinary = bytes.length >= HEAD && view.getUint32(0, true) === MAGIC;
    const chunks = isBinary ? readChunks(bytes, view) : { text: bytes };
    this.json = parse(chunks.text);
    this.binary = chunks.binary;
    this.size = beside.reduce((sum, file) => sum + file.bytes.length, bytes.length);
    this.checkExtensions();
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
    const key = index as number;
    if (!this.images.has(key)) this.images.set(key, this.readImage(image));
    return this.images.get(key);
  }

  private readImage({ uri, bufferView, name }: GLTF.IImage): TextureImage | undefined {
    const title = uri?.startsWith('data:') ? 'inside the file' : (uri ?? name ?? 'inside the file');
    const bytes = bufferView !== undefined ? this.view(bufferView) : this.find(uri);
    if (!bytes) {
      this.notes.push(`Texture left out, since its file isn't here: ${title}.`);
      return undefined;
    }
    const image = imageOf(bytes);
    if (!image) this.notes.push(`Texture left out, since it is no PNG, JPEG or WebP: ${title}.`);
    return image;
  }

  private buffer(index: number): Uint8Array {
    const known = this.buffers.get(index);
    if (known) return known;
    const { uri, byteLength } = entry(this.json.buffers, index, 'buffer');
    const bytes = uri === undefined && index === 0 ? this.binary : this.find(uri);
    if (!bytes)
      throw new MeshFileError(
        uri === undefined
          ? `Buffer ${index} has no bytes; expected them in the file`
          : `The file ${uri} isn't here; expected it beside this one`,
      );
    if (!isWhole(byteLength) || byteLength > bytes.length)
      throw new MeshFileError(
        `Buffer ${index} promises ${byteLength.toLocaleString('en')} bytes; expected no more than the ${bytes.length.toLocaleString('en')} that are there`,
      );
    const own = bytes.subarray(0, byteLength);
    this.buffers.set(index, own);
    return own;
  }

  /** Finds the bytes that an address names, inside the address or among the given files. Nothing is fetched. */
  private find(uri: unknown): Uint8Array | undefined {
    if (typeof uri !== 'string') return undefined;
    if (uri.startsWith('data:')) return fromDataUri(uri);
    if (/^[a-z][a-z0-9+.-]+:/i.test(uri)) return undefined;
    return (findBeside(this.beside, uri) ?? findBeside(this.beside, decoded(uri)))?.bytes;
  }

  private checkExtensions(): void {
    const { extensionsRequired = [], extensionsUsed = [] } = this.json;
    const needed = extensionsRequired.find((name) => !KNOWN.test(name));
    if (needed !== undefined)
      throw new MeshFileError(
        `The file needs the extension ${needed}; expected a file without it (compressed meshes and textures aren't read)`,
      );
    const left = extensionsUsed.filter((name) => !KNOWN.test(name));
    if (left.length > 0) this.notes.push(`Extensions left out: ${left.join(', ')}.`);
  }
}

/** A value of the description for a message. */
export const named = (value: unknown): string => String(value ?? 'nothing');

export const isWhole = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

/** Divides a GLB file into its description and its bytes. */
function readChunks(bytes: Uint8Array, view: DataView): { text: Uint8Array; binary?: Uint8Array } {
  const version = view.getUint32(4, true);
  if (version !== 2) throw new MeshFileError(`Byte 4 has the version ${version}; expected 2`);
  const length = view.getUint32(8, true);
  if (length !== bytes.length)
    throw new MeshFileError(
      `Byte 8 promises ${length.toLocaleString('en')} bytes; expected the ${bytes.length.toLocaleString('en')} that the file has`,
    );
  let text: Uint8Array | undefined;
  let binary: Uint8Array | undefined;
  let at = HEAD;
  while (at + CHUNK_HEAD <= bytes.length) {
    const size = view.getUint32(at, true);
    const kind = view.getUint32(at + 4, true);
    const begin = at + CHUNK_HEAD;
    if (begin + size > bytes.length)
      throw new MeshFileError(
        `Byte ${at} begins a part of ${size.toLocaleString('en')} bytes; expected no more than the ${(bytes.length - begin).toLocaleString('en')} that are left`,
      );
    const chunk = bytes.subarray(begin, begin + size);
    if (at === HEAD && kind === JSON_CHUNK) text = chunk;
    else if (kind === BINARY_CHUNK) binary ??= chunk;
    at = begin + size;
  }
  if (!text) throw new MeshFileError(`Byte ${HEAD} begins something else; expected the description as JSON`);
  return { text, ...(binary && { binary }) };
}

function parse(bytes: Uint8Array): GLTF.IGLTF {
  let json: Partial<GLTF.IGLTF> | null;
  try {
    json = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    throw new MeshFileError(
      `The description can't be read (${error instanceof Error ? error.message : error}); expected JSON`,
      { cause: error },
    );
  }
  const version = json?.asset?.version;
  if (typeof version !== 'string' || !version.startsWith('2.'))
    throw new MeshFileError(
      `The description has ${version === undefined ? 'no version' : `the version ${named(version)}`} of glTF; expected 2.0`,
    );
  return json as GLTF.IGLTF;
}

function fromDataUri(uri: string): Uint8Array | undefined {
  const [, base64] = /^data:[^,]*;base64,(.*)$/s.exec(uri) ?? [];
  if (base64 === undefined) return undefined;
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    throw new MeshFileError(`The address '${uri.slice(0, 24)}…' isn't encoded rightly; expected base64`);
  }
}

function decoded(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri;
  }
}
