import { leafStart, type TreeLayout } from './tree.ts';

/**
 * Builds a tree's order: every inner node halves its leaves' primitives across the longest side of the box of their centres.
 * Equal coordinates are told apart by the smaller id, so the order depends on nothing but the centres.
 * @param centres [any length unit], 3 a primitive, by ids local to the tree
 * @param order written from layout.orderBase on: all ids of the tree's primitives
 */
export function buildOrder(layout: TreeLayout, centres: Float32Array, order: Uint32Array): void {
  const { primitiveCount, levels, orderBase } = layout;
  for (let i = 0; i < primitiveCount; i++) order[orderBase + i] = i;
  // A level of the complete tree after another: no stack and nothing to allocate.
  for (let level = 0; level < levels; level++) {
    const leaves = 1 << (levels - level);
    for (let first = 0; first < 1 << levels; first += leaves) {
      const begin = orderBase + leafStart(primitiveCount, levels, first);
      const middle = orderBase + leafStart(primitiveCount, levels, first + (leaves >> 1));
      const end = orderBase + leafStart(primitiveCount, levels, first + leaves);
      if (begin < middle && middle < end)
        select(order, centres, longestAxis(order, centres, begin, end), begin, middle, end);
    }
  }
}

/** The axis along which the centres of order[begin .. end] spread most; of equal ones the first. */
function longestAxis(order: Uint32Array, centres: Float32Array, begin: number, end: number): number {
  let longest = 0;
  let length = -1;
  for (let axis = 0; axis < 3; axis++) {
    let lower = Infinity;
    let upper = -Infinity;
    for (let i = begin; i < end; i++) {
      const x = centres[3 * order[i] + axis];
      if (x < lower) lower = x;
      if (x > upper) upper = x;
    }
    if (upper - lower > length) {
      length = upper - lower;
      longest = axis;
    }
  }
  return longest;
}

/**
 * Partially sorts order[begin .. end] along an axis, so that no primitive before `middle` comes after one from it on.
 * Source: Hoare 1961, Algorithm 65, with the median of three as the pivot.
 */
function select(
  order: Uint32Array,
  centres: Float32Array,
  axis: number,
  begin: number,
  middle: number,
  end: number,
): void {
  let low = begin;
  let high = end - 1;
  while (low < high) {
    const pivot = medianOfThree(order[low], order[(low + high) >>> 1], order[high], centres, axis);
    const x = centres[3 * pivot + axis];
    let i = low;
    let j = high;
    while (i <= j) {
      while (isBefore(centres[3 * order[i] + axis], order[i], x, pivot)) i++;
      while (isBefore(x, pivot, centres[3 * order[j] + axis], order[j])) j--;
      if (i > j) break;
      const swapped = order[i];
      order[i++] = order[j];
      order[j--] = swapped;
    }
    if (middle <= j) high = j;
    else if (middle >= i) low = i;
    else return;
  }
}

const isBefore = (x: number, id: number, y: number, other: number): boolean => x < y || (x === y && id < other);

function medianOfThree(a: number, b: number, c: number, centres: Float32Array, axis: number): number {
  const x = centres[3 * a + axis];
  const y = centres[3 * b + axis];
  const z = centres[3 * c + axis];
  if (isBefore(x, a, y, b)) return isBefore(y, b, z, c) ? b : isBefore(x, a, z, c) ? c : a;
  return isBefore(x, a, z, c) ? a : isBefore(y, b, z, c) ? c : b;
}
