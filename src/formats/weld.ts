/** Triangles with each place once. */
export interface Welded {
  /** 3 numbers per vertex. */
  readonly positions: Float32Array;
  /** Vertex ids, 3 per triangle. Triangles with a vertex twice are left out. */
  readonly triangles: Uint32Array;
  /** Welded vertex per given vertex. */
  readonly vertexOf: Uint32Array;
  /** Number of triangles that were left out. */
  readonly degenerate: number;
}

/** An even 32-bit multiplier with well mixed bits; the golden ratio's. */
const GOLDEN = 0x9e3779b1;

/**
 * Makes one vertex of all that are at the same place: equal bits after rounding to float32, -0 the same as 0. Vertices stay in the order in which each place
 * comes first, and triangles in theirs. Triangles that have a vertex twice then are left out.
 * @param positions 3 numbers per vertex
 * @param triangles vertex ids, 3 per triangle
 */
export function weld(positions: ArrayLike<number>, triangles: ArrayLike<number>): Welded {
  // Adding 0 turns -0 into 0.
  const rounded = Float32Array.from(positions, (x) => x + 0);
  const { vertexOf, kept } = mergePlaces(rounded);
  const welded: number[] = [];
  for (let i = 0; i < triangles.length; i += 3) {
    const [a, b, c] = [vertexOf[triangles[i]], vertexOf[triangles[i + 1]], vertexOf[triangles[i + 2]]];
    if (a !== b && b !== c && c !== a) welded.push(a, b, c);
  }
  return {
    positions: Float32Array.from({ length: 3 * kept.length }, (_, i) => rounded[3 * kept[Math.floor(i / 3)] + (i % 3)]),
    triangles: Uint32Array.from(welded),
    vertexOf,
    degenerate: (triangles.length - welded.length) / 3,
  };
}

/** Finds equal rows by a table with open addresses: linear time, and no texts as keys. */
function mergePlaces(positions: Float32Array): { vertexOf: Uint32Array; kept: number[] } {
  const words = new Uint32Array(positions.buffer);
  const count = positions.length / 3;
  const vertexOf = new Uint32Array(count);
  const kept: number[] = [];
  let size = 4;
  while (size < 2 * count) size *= 2;
  // 0 is a free place, and otherwise a welded vertex plus one.
  const table = new Uint32Array(size);
  for (let v = 0; v < count; v++) {
    const [x, y, z] = [words[3 * v], words[3 * v + 1], words[3 * v + 2]];
    let place = hash(x, y, z) & (size - 1);
    for (;;) {
      const found = table[place];
      if (found === 0) {
        table[place] = kept.push(v);
        vertexOf[v] = kept.length - 1;
        break;
      }
      const w = 3 * kept[found - 1];
      if (words[w] === x && words[w + 1] === y && words[w + 2] === z) {
        vertexOf[v] = found - 1;
        break;
      }
      place = (place + 1) & (size - 1);
    }
  }
  return { vertexOf, kept };
}

function hash(x: number, y: number, z: number): number {
  let h = 0;
  for (const word of [x, y, z]) {
    h = Math.imul(h ^ word, GOLDEN);
    h ^= h >>> 15;
  }
  return h >>> 0;
}
