import type { GLTF } from '@gltf-transform/core';
import { MeshFileError } from '../file-mesh.ts';
import type { GltfNotes } from './gltf-notes.ts';
import { named } from './gltf-values.ts';
import { endOfText } from './text-bytes.ts';

/** Numbers at the beginning of a GLB file and of its chunks. */
const MAGIC = 0x46546c67;
const JSON_CHUNK = 0x4e4f534a;
const BINARY_CHUNK = 0x004e4942;
/** Sizes of the file's head and of a chunk's [bytes]. */
const HEAD = 12;
const CHUNK_HEAD = 8;

/** The two parts of a file. */
export interface GltfChunks {
  readonly json: GLTF.IGLTF;
  readonly binary?: Uint8Array;
}

/** Divides a file into its description and its bytes. @throws MeshFileError */
export function readChunks(bytes: Uint8Array, notes: GltfNotes): GltfChunks {
  if (bytes.length === 0) throw new MeshFileError('The file has 0 bytes; expected a mesh');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isBinary = bytes.length >= HEAD && view.getUint32(0, true) === MAGIC;
  if (!isBinary) return { json: parse(bytes) };
  const { text, binary } = divide(bytes, view, notes);
  return { json: parse(text), ...(binary && { binary }) };
}

function divide(bytes: Uint8Array, view: DataView, notes: GltfNotes): { text: Uint8Array; binary?: Uint8Array } {
  const version = view.getUint32(4, true);
  if (version !== 2) throw new MeshFileError(`Byte 4 has the version ${version}; expected 2`);
  const length = view.getUint32(8, true);
  if (length > bytes.length)
    throw new MeshFileError(
      `Byte 8 promises ${length.toLocaleString('en')} bytes; expected no more than the ${bytes.length.toLocaleString('en')} that the file has`,
    );
  const after = bytes.length - length;
  if (after > 0) notes.tell(`Bytes after the end that the file's head tells left out: ${after.toLocaleString('en')}.`);
  let text: Uint8Array | undefined;
  let binary: Uint8Array | undefined;
  let at = HEAD;
  while (at + CHUNK_HEAD <= length) {
    const size = view.getUint32(at, true);
    const kind = view.getUint32(at + 4, true);
    const begin = at + CHUNK_HEAD;
    if (begin + size > length)
      throw new MeshFileError(
        `Byte ${at} begins a part of ${size.toLocaleString('en')} bytes; expected no more than the ${(length - begin).toLocaleString('en')} that are left`,
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
    json = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, endOfText(bytes))));
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
