import { groupByKey } from '../counting-sort.ts';
import { matchFaces } from '../match-faces.ts';
import { nonManifoldVertices } from '../quality.ts';
import { findPieces } from '../pieces.ts';
import { BOUNDARY } from '../topology.ts';

/** Maximum number of rounds. Each round drops tetrahedra at every non-manifold vertex. Meshes of octopi need at most one round. */
const MAX_ROUNDS = 100;

/** Error for a surface in which no tetrahedra are left. */
export class NothingLeftError extends Error {}

/**
 * Drops tetrahedra until pieces with a closed 2-manifold boundary are left: by default the largest piece alone. If two
 * parts of the mesh touch only in a vertex or an edge, the tetrahedra that touch there are dropped from the smaller part. Isosurface
 * stuffing makes such places if the surface comes closer to itself than the lattice resolves.
 * @param tets vertex ids, 4 per tetrahedron
 * @param leastShare other pieces are kept too if they have at least this share of the largest one's tetrahedra
 * @throws NothingLeftError if no tetrahedra are left
 */
export function keepManifold(tets: Uint32Array, vertexCount: number, leastShare = Infinity): Uint32Array {
  let remaining = tets;
  for (let round = 0; round < MAX_ROUNDS && remaining.length > 0; round++) {
    const { neighbours, faces } = matchFaces(remaining, vertexCount);
    const keeps = findLargePieces(neighbours, leastShare);
    // If there are several pieces, this round only drops the smaller ones. The next round looks for non-manifold vertices.
    const pinched = keeps.includes(0) ? new Uint32Array() : nonManifoldVertices(faces, vertexCount);
    if (pinched.length > 0) dropPinched(remaining, neighbours, pinched, vertexCount, keeps);
    else if (!keeps.includes(0)) return remaining;
    remaining = remaining.filter((_, i) => keeps[i >> 2] === 1);
  }
  throw new NothingLeftError(
    'Isosurface stuffing found no piece with a manifold boundary: is the cell too large for the surface?',
  );
}

/**
 * Finds the largest piece. Among equally large pieces, it is the first one.
 * @returns 1 for each tetrahedron of this piece and of those with at least `leastShare` of its tetrahedra, 0 for the others
 */
function findLargePieces(neighbours: Uint32Array, leastShare: number): Uint8Array {
  const { pieceOf, sizes } = findPieces(neighbours);
  const largest = sizes.indexOf(sizes.reduce((most, size) => Math.max(most, size), 0));
  return Uint8Array.from(pieceOf, (piece) =>
    piece === largest || sizes[piece] >= leastShare * sizes[largest] ? 1 : 0,
  );
}

/**
 * Drops tetrahedra around non-manifold vertices. At each such vertex, the tetrahedra fall into groups that are connected by faces, and only
 * the largest group is kept. If there is only one group, the outside of the mesh touches itself at the vertex. Then those tetrahedra are
 * dropped that have another non-manifold vertex too. If there are none, all tetrahedra at the vertex are dropped.
 * @param pinched the non-manifold vertices
 * @param keeps output, 1 per tetrahedron: 0 for the dropped ones
 */
function dropPinched(
  tets: Uint32Array,
  neighbours: Uint32Array,
  pinched: Uint32Array,
  vertexCount: number,
  keeps: Uint8Array,
): void {
  const { offsets, items } = groupByKey(tets, vertexCount, 4);
  const pinchedSet = new Set(pinched);
  for (const v of pinched) {
    const star = Array.from(items.subarray(offsets[v], offsets[v + 1]));
    const groups: number[][] = [];
    const ungrouped = new Set(star);
    for (const seed of star) {
      if (!ungrouped.delete(seed)) continue;
      const group = [seed];
      for (let n = 0; n < group.length; n++)
        for (let c = 0; c < 4; c++) {
          const other = neighbours[4 * group[n] + c];
          if (other < BOUNDARY && ungrouped.delete(other)) group.push(other);
        }
      groups.push(group);
    }
    groups.sort((a, b) => b.length - a.length || a[0] - b[0]);
    const atPinchedEdge = star.filter((t) =>
      [0, 1, 2, 3].some((c) => tets[4 * t + c] !== v && pinchedSet.has(tets[4 * t + c])),
    );
    const dropped = groups.length > 1 ? groups.slice(1).flat() : atPinchedEdge.length > 0 ? atPinchedEdge : star;
    for (const t of dropped) keeps[t] = 0;
  }
}
