import { BOUNDARY } from './topology.ts';

/** A mesh cut into pieces: groups of tetrahedra that are connected by faces, numbered by their first tetrahedron. */
export interface Pieces {
  /** Piece of each tetrahedron. */
  readonly pieceOf: Int32Array;
  /** Number of tetrahedra of each piece. */
  readonly sizes: readonly number[];
}

/** Finds the pieces of a mesh. @param neighbours as in Topology */
export function findPieces(neighbours: Uint32Array): Pieces {
  const pieceOf = new Int32Array(neighbours.length / 4).fill(-1);
  const sizes: number[] = [];
  const stack: number[] = [];
  for (let seed = 0; seed < pieceOf.length; seed++) {
    if (pieceOf[seed] >= 0) continue;
    let size = 0;
    pieceOf[seed] = sizes.length;
    stack.push(seed);
    for (let t = stack.pop(); t !== undefined; t = stack.pop()) {
      size++;
      for (let f = 4 * t; f < 4 * t + 4; f++) {
        const other = neighbours[f];
        if (other >= BOUNDARY || pieceOf[other] >= 0) continue;
        pieceOf[other] = sizes.length;
        stack.push(other);
      }
    }
    sizes.push(size);
  }
  return { pieceOf, sizes };
}
