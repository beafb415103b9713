import { GrowingNumbers } from './growing-numbers.ts';

/** Vertex and texture vertex of each corner of an OBJ's triangles. */
export class ObjCorners {
  private readonly vertices = GrowingNumbers.ids();
  /** Texture vertices, from 1; 0 is none. Only as long as needed: a file without them has none here. */
  private readonly uvs = GrowingNumbers.ids();

  /** @param uv index of a texture vertex; -1 for none */
  push(vertex: number, uv: number): void {
    if (uv >= 0) {
      this.fillUp();
      this.uvs.push(uv + 1);
    }
    this.vertices.push(vertex);
  }

  /** Makes a vertex for each pair of vertex and texture vertex, in their order. @param uvs 2 numbers per texture vertex */
  splitAtSeams(positions: Float64Array, uvs: Float64Array, colours: Float64Array): SplitVertices {
    const vertices = this.vertices.taken();
    const hasColours = colours.length > 0;
    if (this.uvs.length === 0)
      return {
        positions,
        triangles: vertices.slice(),
        colours: hasColours ? Float32Array.from(colours) : undefined,
      };
    this.fillUp();
    // A pair as a whole number: products of the counts stay far below 2^53. Corners without texture vertex have the first place.
    const places = uvs.length / 2 + 1;
    const pairs = new Float64Array(vertices.length);
    for (let i = 0; i < pairs.length; i++) pairs[i] = vertices[i] * places + this.uvs.at(i);
    const unique = uniqueOf(pairs);
    const triangles = new Uint32Array(pairs.length);
    for (let i = 0; i < pairs.length; i++) triangles[i] = placeOf(pairs[i], unique);
    const vertexOf = (pair: number) => Math.floor(pair / places);
    return {
      positions: rows(new Float64Array(3 * unique.length), unique, positions, 3, vertexOf),
      triangles,
      uvs: rows(new Float32Array(2 * unique.length), unique, uvs, 2, (pair) => (pair % places) - 1),
      colours: hasColours ? rows(new Float32Array(3 * unique.length), unique, colours, 3, vertexOf) : undefined,
    };
  }

  private fillUp(): void {
    while (this.uvs.length < this.vertices.length) this.uvs.push(0);
  }
}

export interface SplitVertices {
  readonly positions: Float64Array;
  readonly triangles: Uint32Array;
  readonly uvs?: Float32Array;
  readonly colours?: Float32Array | undefined;
}

/** Takes a row of numbers for each pair; zeros where `row` is negative. */
function rows<T extends Float32Array | Float64Array>(
  taken: T,
  pairs: Float64Array,
  values: Float64Array,
  perRow: number,
  row: (pair: number) => number,
): T {
  for (let id = 0; id < pairs.length; id++) {
    const index = row(pairs[id]);
    if (index >= 0) for (let k = 0; k < perRow; k++) taken[perRow * id + k] = values[perRow * index + k];
  }
  return taken;
}

/** Each number once, in ascending order. */
function uniqueOf(numbers: Float64Array): Float64Array {
  const sorted = numbers.slice().sort();
  let count = 0;
  for (let i = 0; i < sorted.length; i++) if (i === 0 || sorted[i] !== sorted[count - 1]) sorted[count++] = sorted[i];
  return sorted.subarray(0, count);
}

/** Index of a number in an ascending list that has it. A map of the language ends at 16 million numbers. */
function placeOf(value: number, ascending: Float64Array): number {
  let [low, high] = [0, ascending.length - 1];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ascending[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
