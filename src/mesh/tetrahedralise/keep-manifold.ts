import { groupByKey } from '../counting-sort.ts';
import { matchFaces } from '../match-faces.ts';
import { nonManifoldVertices } from '../quality.ts';
import { BOUNDARY } from '../topology.ts';

/** Each round drops tetrahedra at every non-manifold vertex. Octopi need at most one round, for a few tetrahedra in a crease. */
const MAX_ROUNDS = 100;

/**
 * Drops tetrahedra until one connected piece with a closed 2-manifold boundary is left. It keeps the largest piece; where the boundary
 * touches itself in a vertex or an edge, it drops the smaller parts. Isosurface stuffing leaves such places where the surface comes
 * closer to itself than the lattice resolves.
 * @param tets vertex ids, 4 per tetrahedron
 * @throws Error if nothing is left
 */
export function keepManifold(tets: Uint32Array, vertexCount: number): Uint32Array {
  let kept = tets;
  for (let round = 0; round < MAX_ROUNDS && kept.length > 0; round++) {
    const { neighbours, faces } = matchFaces(kept, vertexCount);
    const largest = largestPiece(neighbours);
    const bad = largest.includes(0) ? new Uint32Array() : nonManifoldVertices(faces, vertexCount);
    if (bad.length > 0) dropPinched(kept, neighbours, bad, vertexCount, largest);
    else if (!largest.includes(0)) return kept;
    kept = kept.filter((_, i) => largest[i >> 2] === 1);
  }
  throw new Error(
    'Isosurface stuffing found no piece with a manifold boundary: is the cell too large for the surface?',
  );
}

/** Marks with 1 the tetrahedra of the largest piece that is connected by faces; of equally large pieces the first. */
function largestPiece(neighbours: Uint32Array): Uint8Array {
  const pieces = new Int32Array(neighbours.length / 4).fill(-1);
  let [largest, largestSize, pieceCount] = [0, 0, 0];
  const stack: number[] = [];
  for (let seed = 0; seed < pieces.length; seed++) {
    if (pieces[seed] >= 0) continue;
    let size = 0;
    pieces[seed] = pieceCount;
    stack.push(seed);
    for (let t = stack.pop(); t !== undefined; t = stack.pop()) {
      size++;
      for (let f = 4 * t; f < 4 * t + 4; f++) {
        const other = neighbours[f];
        if (other >= BOUNDARY || pieces[other] >= 0) continue;
        pieces[other] = pieceCount;
        stack.push(other);
      }
    }
    if (size > largestSize) [largest, largestSize] = [pieceCount, size];
    pieceCount++;
  }
  return Uint8Array.from(pieces, (piece) => (piece === largest ? 1 : 0));
}

/**
 * Unmarks tetrahedra at each non-manifold vertex: all except the largest group that is connected by faces there. If there is only one
 * group, the outside touches itself; then it unmarks those at an edge to another non-manifold vertex, or else all.
 */
function dropPinched(
  tets: Uint32Array,
  neighbours: Uint32Array,
  bad: Uint32Array,
  vertexCount: number,
  marks: Uint8Array,
): void {
  const { offsets, items } = groupByKey(tets, vertexCount, 4);
  const isBad = new Set(bad);
  for (const v of bad) {
    const star = Array.from(items.subarray(offsets[v], offsets[v + 1]));
    const groups: number[][] = [];
    const left = new Set(star);
    for (const seed of star) {
      if (!left.delete(seed)) continue;
      const group = [seed];
      for (let n = 0; n < group.length; n++)
        for (let c = 0; c < 4; c++) {
          const other = neighbours[4 * group[n] + c];
          if (other < BOUNDARY && left.delete(other)) group.push(other);
        }
      groups.push(group);
    }
    groups.sort((a, b) => b.length - a.length || a[0] - b[0]);
    const atBadEdge = star.filter((t) => [0, 1, 2, 3].some((c) => tets[4 * t + c] !== v && isBad.has(tets[4 * t + c])));
    const dropped = groups.length > 1 ? groups.slice(1).flat() : atBadEdge.length > 0 ? atBadEdge : star;
    for (const t of dropped) marks[t] = 0;
  }
}
