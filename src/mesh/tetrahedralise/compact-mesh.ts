import { sortByKeys } from '../counting-sort.ts';
import type { TetMesh } from '../tet-mesh.ts';

/** Number of bits per coordinate of the space-filling curve. 1024 steps along the longest side of the mesh are finer than its elements. */
const BITS = 10;
/**
 * A Morton code has 30 bits. It is sorted as two keys of 15 bits each, so that the counting sort's table stays small. Keys are below
 * HALF_KEY.
 */
const HALF_KEY = 2 ** 15;

/**
 * Renumbers tetrahedra along a Morton curve (a space-filling curve) through their centroids, and vertices in the order in which the
 * renumbered tetrahedra use them. So elements that are close in space are also close in memory. Unused vertices are dropped.
 * @param positions [m], flat, 3 numbers per vertex
 */
export const compactMesh = (positions: Float64Array, tets: Uint32Array): TetMesh =>
  compactWithIds(positions, tets).mesh;

/** Does the same as `compactMesh`. @returns the mesh, and each of its vertices' id in `positions` */
export function compactWithIds(positions: Float64Array, tets: Uint32Array): { mesh: TetMesh; oldIds: Uint32Array } {
  const order = mortonOrder(positions, tets);
  const newIds = new Int32Array(positions.length / 3).fill(-1);
  const oldIds: number[] = [];
  const renumbered = new Uint32Array(tets.length);
  for (let i = 0; i < tets.length; i++) {
    const v = tets[4 * order[i >> 2] + (i & 3)];
    if (newIds[v] < 0) {
      newIds[v] = oldIds.length;
      oldIds.push(v);
    }
    renumbered[i] = newIds[v];
  }
  const compact = new Float32Array(3 * oldIds.length);
  for (let v = 0; v < oldIds.length; v++) for (let k = 0; k < 3; k++) compact[3 * v + k] = positions[3 * oldIds[v] + k];
  return { mesh: { positions: compact, tets: renumbered }, oldIds: Uint32Array.from(oldIds) };
}

/** Returns the ids of the tetrahedra, sorted by the Morton codes of their centroids. */
function mortonOrder(positions: Float64Array, tets: Uint32Array): Uint32Array {
  const count = tets.length / 4;
  const centroids = new Float64Array(3 * count);
  const low = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  let extent = Number.MIN_VALUE;
  for (let t = 0; t < count; t++)
    for (let k = 0; k < 3; k++) {
      let sum = 0;
      for (let c = 0; c < 4; c++) sum += positions[3 * tets[4 * t + c] + k];
      centroids[3 * t + k] = sum / 4;
      low[k] = Math.min(low[k], sum / 4);
    }
  for (let i = 0; i < centroids.length; i++) extent = Math.max(extent, centroids[i] - low[i % 3]);
  const scale = (2 ** BITS - 1) / extent;
  const [high, rest] = [new Uint32Array(count), new Uint32Array(count)];
  for (let t = 0; t < count; t++) {
    let code = 0;
    for (let k = 0; k < 3; k++) code |= spread((centroids[3 * t + k] - low[k]) * scale) << k;
    high[t] = Math.floor(code / HALF_KEY);
    rest[t] = code % HALF_KEY;
  }
  return sortByKeys([high, rest], HALF_KEY);
}

/** Spreads the bits of a number's integer part: bit i moves to bit 3i. */
function spread(value: number): number {
  let spreadBits = 0;
  for (let bit = 0; bit < BITS; bit++) spreadBits |= ((value >> bit) & 1) << (3 * bit);
  return spreadBits;
}
