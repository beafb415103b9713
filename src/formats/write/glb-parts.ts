/** Numbers of glTF's component types and of what a buffer's part is for. */
const FLOAT = 5126;
const UNSIGNED_INT = 5125;
const ARRAY_BUFFER = 34962;
const ELEMENT_ARRAY_BUFFER = 34963;

const TYPES = { 1: 'SCALAR', 2: 'VEC2', 3: 'VEC3' } as const;

/** The binary part of a `.glb` file while it is put together, with the descriptions of its parts. */
export class GlbParts {
  readonly bufferViews: object[] = [];
  readonly accessors: object[] = [];
  private readonly pieces: Uint8Array[] = [];
  private length = 0;

  /** Adds numbers. @param bounded whether to say their range, which glTF wants of positions and times @returns the accessor's index */
  addNumbers(
    values: Float32Array | Uint32Array,
    components: 1 | 2 | 3,
    use: 'vertices' | 'indices' | 'animation',
    bounded = false,
  ): number {
    const target = { vertices: ARRAY_BUFFER, indices: ELEMENT_ARRAY_BUFFER, animation: undefined }[use];
    const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
    return (
      this.accessors.push({
        bufferView: this.addBytes(bytes, target),
        componentType: values instanceof Float32Array ? FLOAT : UNSIGNED_INT,
        count: values.length / components,
        type: TYPES[components],
        ...(bounded && rangeOf(values, components)),
      }) - 1
    );
  }

  /** Adds bytes, such as an image. @returns the index of the part */
  addBytes(bytes: Uint8Array, target?: number): number {
    const view = { buffer: 0, byteOffset: this.length, byteLength: bytes.length, ...(target && { target }) };
    this.pieces.push(bytes);
    // The next part begins at a multiple of 4.
    const gap = -bytes.length & 3;
    if (gap > 0) this.pieces.push(new Uint8Array(gap));
    this.length += bytes.length + gap;
    return this.bufferViews.push(view) - 1;
  }

  /** Returns the file. @param json the description, less the parts' */
  toFile(json: object): Uint8Array {
    const { bufferViews, accessors, length } = this;
    const text = new TextEncoder().encode(
      JSON.stringify({ ...json, bufferViews, accessors, buffers: [{ byteLength: length }] }),
    );
    const textLength = (text.length + 3) & ~3;
    const file = new Uint8Array(12 + 8 + textLength + 8 + length);
    const view = new DataView(file.buffer);
    // 'glTF', version 2; then a chunk 'JSON', filled up with blanks, and a chunk 'BIN'.
    const head = [0x4654_6c67, 2, file.length, textLength, 0x4e4f_534a];
    for (const [i, word] of head.entries()) view.setUint32(4 * i, word, true);
    file.fill(0x20, 20, 20 + textLength);
    file.set(text, 20);
    view.setUint32(20 + textLength, length, true);
    view.setUint32(24 + textLength, 0x004e_4942, true);
    let at = 28 + textLength;
    for (const piece of this.pieces) {
      file.set(piece, at);
      at += piece.length;
    }
    return file;
  }
}

function rangeOf(values: Float32Array | Uint32Array, components: number): { min: number[]; max: number[] } {
  const min = new Array<number>(components).fill(Number.POSITIVE_INFINITY);
  const max = new Array<number>(components).fill(Number.NEGATIVE_INFINITY);
  for (let i = 0; i < values.length; i++) {
    min[i % components] = Math.min(min[i % components], values[i]);
    max[i % components] = Math.max(max[i % components], values[i]);
  }
  return { min, max };
}
