import { INDEX_MASK, leafStart, type TreeLayout } from './tree.ts';

/**
 * Maximum length of a range whose pivot `select` chooses from three fixed positions (first, middle, last), since a bad pivot costs little
 * in a short range. For longer ranges, `select` chooses from three pseudo-random positions.
 */
const MAX_SHORT_RANGE = 32;

/** Scratch memory for building a tree. */
export interface BuildScratch {
  /** keys[i] is the centre's coordinate along the current axis, for the primitive at index i of the tree's order. Grows with the trees. */
  keys: Float32Array;
  /**
   * State of the generator that chooses the pivots of `select`. Pivots are pseudo-random, since the numbering of a mesh has patterns. Each
   * tree starts with the same seed, so that its order doesn't depend on the trees before.
   */
  seed: number;
}

export const createBuildScratch = (): BuildScratch => ({ keys: new Float32Array(0), seed: 0 });

/**
 * Builds a tree's order of primitives. Every inner node splits the primitives below it in half, along the longest side of the
 * bounding box of their centres. Among equal coordinates the smaller id comes first, so the order depends only on the centres.
 * @param centres centres of the primitives, 3 numbers per primitive, in any length unit
 * @param order output: the ids of the tree's primitives (0 to primitiveCount - 1), from index layout.orderBase on
 * @param build scratch memory, reused by later builds
 */
export function buildOrder(
  layout: TreeLayout,
  centres: Float32Array,
  order: Uint32Array,
  build: BuildScratch = createBuildScratch(),
): void {
  const { primitiveCount, levels, orderBase } = layout;
  const ids = order.subarray(orderBase, orderBase + primitiveCount);
  if (build.keys.length < primitiveCount) build.keys = new Float32Array(primitiveCount);
  for (let i = 0; i < primitiveCount; i++) ids[i] = i;
  build.seed = 1;
  const { keys } = build;
  // Going through the complete tree level by level needs neither a stack nor allocation.
  for (let level = 0; level < levels; level++) {
    const leaves = 1 << (levels - level);
    for (let first = 0; first < 1 << levels; first += leaves) {
      const begin = leafStart(primitiveCount, levels, first);
      const middle = leafStart(primitiveCount, levels, first + (leaves >> 1));
      const end = leafStart(primitiveCount, levels, first + leaves);
      if (begin === middle || middle === end) continue;
      const axis = longestAxis(ids, centres, begin, end);
      for (let i = begin; i < end; i++) keys[i] = keyOf(centres[(3 * ids[i] + axis) & INDEX_MASK]);
      select(build, keys, ids, begin, middle, end);
    }
  }
}

/** Replaces NaN by Infinity, so that all keys can be compared and NaNs come last. */
const keyOf = (x: number): number => (x <= Infinity ? x : Infinity);

/** Returns the axis (0, 1 or 2) along which the centres of ids[begin] to ids[end - 1] spread most; the lowest of equal axes. */
function longestAxis(ids: Uint32Array, centres: Float32Array, begin: number, end: number): number {
  let x0 = Infinity;
  let y0 = Infinity;
  let z0 = Infinity;
  let x1 = -Infinity;
  let y1 = -Infinity;
  let z1 = -Infinity;
  for (let i = begin; i < end; i++) {
    const at = (3 * ids[i]) & INDEX_MASK;
    const x = centres[at];
    const y = centres[at + 1];
    const z = centres[at + 2];
    if (x < x0) x0 = x;
    if (x > x1) x1 = x;
    if (y < y0) y0 = y;
    if (y > y1) y1 = y;
    if (z < z0) z0 = z;
    if (z > z1) z1 = z;
  }
  if (z1 - z0 > x1 - x0) return z1 - z0 > y1 - y0 ? 2 : 1;
  return y1 - y0 > x1 - x0 ? 1 : 0;
}

/**
 * Partially sorts keys[begin] to keys[end - 1] together with their ids (quickselect): afterwards no key before index `middle` is
 * greater than a key from `middle` on. The partition doesn't branch on whether a key is smaller than the pivot, since such a branch
 * would be unpredictable: every key is swapped to index `next`, and `next` advances by 1 if the key is smaller, else by 0.
 * Source: Hoare 1961, Algorithm 65, with the median of three as the pivot; the partition is Lomuto's.
 */
function select(
  build: BuildScratch,
  keys: Float32Array,
  ids: Uint32Array,
  begin: number,
  middle: number,
  end: number,
): void {
  let low = begin;
  let high = end - 1;
  while (low < high) {
    const pivot =
      high - low < MAX_SHORT_RANGE
        ? medianOfThree(keys, ids, low, (low + high) >> 1, high)
        : medianOfThree(
            keys,
            ids,
            randomIndex(build, low, high),
            randomIndex(build, low, high),
            randomIndex(build, low, high),
          );
    const pivotKey = keys[pivot];
    const pivotId = ids[pivot];
    keys[pivot] = keys[high];
    ids[pivot] = ids[high];
    let next = low;
    for (let i = low; i < high; i++) {
      const key = keys[i];
      const keyId = ids[i];
      keys[i] = keys[next];
      ids[i] = ids[next];
      keys[next] = key;
      ids[next] = keyId;
      next += Number(key < pivotKey) | (Number(key === pivotKey) & Number(keyId < pivotId));
    }
    keys[high] = keys[next];
    ids[high] = ids[next];
    keys[next] = pivotKey;
    ids[next] = pivotId;
    if (next === middle) return;
    if (next < middle) low = next + 1;
    else high = next - 1;
  }
}

/** Returns a pseudo-random index from low to high. Source: Numerical Recipes, 7.1, the quick and dirty linear congruential generator. */
function randomIndex(build: BuildScratch, low: number, high: number): number {
  build.seed = (Math.imul(build.seed, 1664525) + 1013904223) | 0;
  return low + ((build.seed >>> 8) % (high + 1 - low));
}

/** Returns the index of the median of three keys. */
function medianOfThree(keys: Float32Array, ids: Uint32Array, a: number, b: number, c: number): number {
  if (isBefore(keys, ids, a, b)) return isBefore(keys, ids, b, c) ? b : isBefore(keys, ids, a, c) ? c : a;
  return isBefore(keys, ids, a, c) ? a : isBefore(keys, ids, b, c) ? c : b;
}

const isBefore = (keys: Float32Array, ids: Uint32Array, a: number, b: number): boolean =>
  keys[a] < keys[b] || (keys[a] === keys[b] && ids[a] < ids[b]);
