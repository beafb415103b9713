import type { GivenFile } from '../../../src/formats/given-file.ts';

/** Corners of a square, and the accessor of them if they are the first array of a file. */
export const CORNERS = Float32Array.of(0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0);
export const positions = { bufferView: 0, componentType: 5126, count: 4, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 0] };

/** Makes a file of a description and a buffer. */
export function glb(json: object, bytes: Uint8Array): GivenFile {
  const text = Buffer.from(JSON.stringify(json));
  const blanks = Buffer.from(' '.repeat(-text.length & 3));
  const words = (...values: number[]) => Buffer.from(Uint32Array.from(values).buffer);
  const described = Buffer.concat([words(text.length + blanks.length, 0x4e4f534a), text, blanks]);
  const parts = Buffer.concat([described, words(bytes.length, 0x004e4942), bytes]);
  return { name: 'a.glb', bytes: Uint8Array.from(Buffer.concat([words(0x46546c67, 2, 12 + parts.length), parts])) };
}

/** Puts numbers one after another into a buffer, and makes a file of it and the rest. @param views more about the buffer's parts */
export function gltf(
  arrays: readonly (Float32Array | Uint16Array | Uint8Array | Int16Array)[],
  rest: object,
  views: object[] = [],
): GivenFile {
  const parts: Uint8Array[] = [];
  let byteOffset = 0;
  const bufferViews = arrays.map(({ buffer, byteOffset: from, byteLength }, i) => {
    const view = { buffer: 0, byteOffset, byteLength, ...views[i] };
    parts.push(new Uint8Array(buffer, from, byteLength), new Uint8Array(-byteLength & 3));
    byteOffset += byteLength + (-byteLength & 3);
    return view;
  });
  const json = { asset: { version: '2.0' }, buffers: [{ byteLength: byteOffset }], bufferViews, ...rest };
  return glb(json, Buffer.concat(parts));
}
