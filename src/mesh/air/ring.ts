import { writeTetQuality } from './quality.ts';

/** Largest number of tetrahedra around an edge that is removed. Longer rings hardly ever improve, and cost the cube of their length. */
export const MOST_IN_RING = 10;

/** Edges of a tetrahedron: the corners a, b of the edge, then the other two in the order that makes a, b, c, d an even permutation. */
export const TET_EDGES: readonly (readonly [number, number, number, number])[] = [
  [0, 1, 2, 3],
  [0, 2, 3, 1],
  [0, 3, 1, 2],
  [1, 2, 0, 3],
  [1, 3, 2, 0],
  [2, 3, 0, 1],
];

/**
 * An edge from a to b with the ring of tetrahedra around it: tetrahedron i is a, b, vertices[i], vertices[i + 1], positive at rest. And
 * the triangulation of the ring's polygon that makes the best tetrahedra: a, i, k, j and i, k, j, b for each of its triangles i, k, j.
 */
export interface Ring {
  a: number;
  b: number;
  count: number;
  readonly vertices: Uint32Array;
  readonly tets: Uint32Array;
  /** Result of `triangulateRing` is sought above this quality. */
  floor: number;
  /** best[MOST_IN_RING * i + j]: the smallest quality in the best triangulation of vertices i .. j; `floor` if none is better. */
  readonly best: Float64Array;
  /** apexes[MOST_IN_RING * i + j]: the third vertex of its triangle at i and j. */
  readonly apexes: Uint8Array;
  /** Triangles of the best triangulation, 3 numbers of ring vertices each: `count - 2` of them. */
  readonly triangles: Uint8Array;
  /** Qualities that are being compared. */
  readonly pair: Float64Array;
}

export const createRing = (): Ring => ({
  a: 0,
  b: 0,
  count: 0,
  vertices: new Uint32Array(MOST_IN_RING),
  tets: new Uint32Array(MOST_IN_RING),
  floor: 0.5, // a fraction, so that V8 stores a double in place
  best: new Float64Array(MOST_IN_RING * MOST_IN_RING),
  apexes: new Uint8Array(MOST_IN_RING * MOST_IN_RING),
  triangles: new Uint8Array(3 * (MOST_IN_RING - 2)),
  pair: new Float64Array(2),
});

/**
 * Finds the triangulation of the ring's polygon whose tetrahedra have the greatest smallest quality, and writes it to `ring.triangles`.
 * @returns whether it is better than `ring.floor`; its smallest quality is ring.best[count - 1]
 * Source: dynamic programme of Klincsek, as in Shewchuk 2002, Two discrete optimization algorithms for the topological improvement of
 * tetrahedral meshes. Worse parts than the floor aren't pursued.
 */
export function triangulateRing(ring: Ring, positions: Float32Array | Float64Array): boolean {
  const { count, best } = ring;
  for (let i = 0; i + 1 < count; i++) best[MOST_IN_RING * i + i + 1] = Infinity;
  for (let span = 2; span < count; span++)
    for (let i = 0; i + span < count; i++) findApex(ring, positions, i, i + span);
  if (!(best[count - 1] > ring.floor)) return false;
  writeTriangles(ring, 0, count - 1, 0);
  return true;
}

/** Finds the best triangle at ring vertices i and j for the part i .. j, whose smaller parts are known. */
function findApex(ring: Ring, positions: Float32Array | Float64Array, i: number, j: number): void {
  const { vertices, best, apexes, pair } = ring;
  const vi = vertices[i];
  const vj = vertices[j];
  let most = ring.floor;
  for (let k = i + 1; k < j; k++) {
    const before = best[MOST_IN_RING * i + k];
    const after = best[MOST_IN_RING * k + j];
    if (!(before > most && after > most)) continue;
    writeTetQuality(positions, ring.a, vi, vertices[k], vj, pair, 0);
    if (!(pair[0] > most)) continue;
    writeTetQuality(positions, vi, vertices[k], vj, ring.b, pair, 1);
    if (!(pair[1] > most)) continue;
    most = Math.min(pair[0], pair[1], before, after);
    apexes[MOST_IN_RING * i + j] = k;
  }
  best[MOST_IN_RING * i + j] = most;
}

/** Writes the triangles of the best triangulation of ring vertices i .. j from triangle `at` on. Returns the number of the next. */
function writeTriangles(ring: Ring, i: number, j: number, at: number): number {
  if (j - i < 2) return at;
  const k = ring.apexes[MOST_IN_RING * i + j];
  ring.triangles[3 * at] = i;
  ring.triangles[3 * at + 1] = k;
  ring.triangles[3 * at + 2] = j;
  return writeTriangles(ring, k, j, writeTriangles(ring, i, k, at + 1));
}
