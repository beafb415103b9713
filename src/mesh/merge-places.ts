/** Factor that spreads bits: 2^32 over the golden ratio. Source: Knuth 1998, The Art of Computer Programming 3, section 6.4. */
const GOLDEN = 0x9e3779b1;

/**
 * Finds the vertices at the same place: equal bits, -0 the same as 0. A hash table with open addresses takes linear time.
 * @param positions 3 numbers per vertex
 * @returns vertexOf: number of the place of each vertex, in the order in which each place comes first. kept: first vertex of each place
 */
export function mergePlaces(positions: Float32Array): { vertexOf: Uint32Array; kept: number[] } {
  // Adding 0 turns -0 into 0.
  const words = new Uint32Array(positions.map((x) => x + 0).buffer);
  const count = positions.length / 3;
  const vertexOf = new Uint32Array(count);
  const kept: number[] = [];
  let size = 4;
  while (size < 2 * count) size *= 2;
  // 0 is a free place, and otherwise a welded vertex plus one.
  const table = new Uint32Array(size);
  for (let v = 0; v < count; v++) {
    const x = words[3 * v];
    const y = words[3 * v + 1];
    const z = words[3 * v + 2];
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
  return mix(mix(mix(0, x), y), z) >>> 0;
}

function mix(h: number, word: number): number {
  const product = Math.imul(h ^ word, GOLDEN);
  return product ^ (product >>> 15);
}
