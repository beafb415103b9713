import { BOX_STRIDE, LEAF_SIZE, leafCount, type TreeLayout } from '../../../bvh/tree.ts';
import type { Impact } from '../../../geometry/time-of-impact.ts';
import { HIT, type Words } from '../../state.ts';

/**
 * A group of elements that search together in CCD: the leaves of a subtree of a body's tree. Larger groups descend the upper levels of
 * other trees less often; smaller ones distribute the work more evenly.
 */
export interface Group {
  body: number;
  /** The subtree's root, numbered as in walk.ts. */
  node: number;
}

/** Height of groups in the trees over faces, and the most vertices of such a group. */
export const FACE_GROUP_HEIGHT = 5;
export const MOST_VERTICES = 3 * LEAF_SIZE * 2 ** FACE_GROUP_HEIGHT;
/** Height of groups in the trees over edges, whose leaves hold one edge each. */
export const EDGE_GROUP_HEIGHT = 6;

/** Level of the groups' roots in a tree. */
const levelOf = (tree: TreeLayout, height: number): number => Math.max(0, tree.levels - height);

/** Number of groups of a given height, over all trees. */
export const groupCount = (trees: readonly TreeLayout[], height: number): number =>
  trees.reduce((sum, tree) => sum + (1 << levelOf(tree, height)), 0);

/** Writes the body and the root of group i to `found`. */
export function findGroup(trees: readonly TreeLayout[], height: number, i: number, found: Group): void {
  let body = 0;
  let local = i;
  for (; local >= 1 << levelOf(trees[body], height); body++) local -= 1 << levelOf(trees[body], height);
  found.body = body;
  found.node = (1 << levelOf(trees[body], height)) + local;
}

/** Number of leaves below a node. Times the node's number it gives the number of the first one. */
export const leavesBelow = (tree: TreeLayout, node: number): number => leafCount(tree) >> (31 - Math.clz32(node));

/** Offset of a node's box in the array of boxes. */
export const boxOf = (tree: TreeLayout, node: number): number => BOX_STRIDE * (tree.nodeBase + node - 1);

/** Copies a node's box to a group's. @param at offset of the node's box    @param groupBox written: lower corner, upper corner */
export function setGroupBox(groupBox: Float32Array, boxes: Float32Array, at: number): void {
  for (let axis = 0; axis < 3; axis++) {
    groupBox[axis] = boxes[at + axis];
    groupBox[axis + 3] = boxes[at + 4 + axis];
  }
}

/** Time of an empty record; in an element's first record it says that all its records are empty. */
const NO_HIT = 2;

/** Vertices or edges of a group that search together for their earliest hits. */
export interface Search {
  /** Number of elements that search. */
  count: number;
  readonly ids: Int32Array;
  /** The leaf that holds each element. */
  readonly leaves: Int32Array;
  /** Vertex ids over all bodies, `corners` per element. */
  readonly vertices: Int32Array;
  /** Number of elements whose records are written, including those that don't search; their ids are in `hitIds`. */
  kept: number;
  readonly hitIds: Int32Array;
  /** Most hits kept per element, and the number of hits found per element so far. */
  readonly hitsEach: number;
  readonly found: Int32Array;
  /** Kept hits, `hitsEach` per element, earliest first: time, body and element that is hit, and weights u and v. */
  readonly times: Float64Array;
  readonly bodies: Int32Array;
  readonly elements: Int32Array;
  readonly us: Float64Array;
  readonly vs: Float64Array;
}

export const createSearch = (size: number, corners: number, hitsEach: number): Search => ({
  count: 0,
  ids: new Int32Array(size),
  leaves: new Int32Array(size),
  vertices: new Int32Array(corners * size),
  kept: 0,
  hitIds: new Int32Array(size),
  hitsEach,
  found: new Int32Array(size),
  times: new Float64Array(hitsEach * size),
  bodies: new Int32Array(hitsEach * size),
  elements: new Int32Array(hitsEach * size),
  us: new Float64Array(hitsEach * size),
  vs: new Float64Array(hitsEach * size),
});

/** Empties the search. */
export function clearSearch(search: Search): void {
  search.count = 0;
  search.kept = 0;
}

/** Adds an element to the search. @returns its place */
export function addSearcher(search: Search, id: number): number {
  const i = search.count++;
  search.ids[i] = id;
  search.found[i] = 0;
  return i;
}

/** Inserts a hit among those of element i: earliest first; of equally early ones the smaller body, then element, first. */
export function keepHit(search: Search, i: number, impact: Impact, body: number, element: number): void {
  const first = search.hitsEach * i;
  const found = search.found[i]++;
  let at = first + found;
  if (found >= search.hitsEach) {
    at = first + search.hitsEach - 1;
    if (!precedes(search, at, impact, body, element)) return;
  }
  for (; at > first && precedes(search, at - 1, impact, body, element); at--) copyHit(search, at - 1, at);
  search.times[at] = impact.t;
  search.bodies[at] = body;
  search.elements[at] = element;
  search.us[at] = impact.u;
  search.vs[at] = impact.v;
}

/** Whether a hit comes before the kept one at a place. */
function precedes(
  { times, bodies, elements }: Search,
  at: number,
  { t }: Impact,
  body: number,
  element: number,
): boolean {
  if (t !== times[at]) return t < times[at];
  return body < bodies[at] || (body === bodies[at] && element < elements[at]);
}

function copyHit({ times, bodies, elements, us, vs }: Search, from: number, to: number): void {
  times[to] = times[from];
  bodies[to] = bodies[from];
  elements[to] = elements[from];
  us[to] = us[from];
  vs[to] = vs[from];
}

/**
 * Writes the records of all elements of the search: empties those of the whole group, then writes the hits.
 * @param elements number of elements that can search in all bodies. The array holds the first hits of all, then all second hits.
 */
export function writeSearch(search: Search, hits: Words, elements: number): void {
  const { hitsEach, found } = search;
  for (let k = 0; k < search.kept; k++) writeEmpty(hits, search.hitIds[k], elements, hitsEach);
  for (let i = 0; i < search.count; i++) {
    const kept = Math.min(found[i], hitsEach);
    if (kept === 0) continue;
    for (let j = 0; j < kept; j++) writeHit(search, hitsEach * i + j, hits, search.ids[i] + elements * j);
    // An empty record ends the list. If lists have just grown, this record was never written before.
    if (kept < hitsEach) hits.f32[HIT.stride * (search.ids[i] + elements * kept) + HIT.t] = NO_HIT;
  }
}

/** Empties an element's records. Most are empty in step after step, and are then not written again. */
function writeEmpty({ f32, u32 }: Words, id: number, elements: number, count: number): void {
  if (f32[HIT.stride * id + HIT.t] === NO_HIT) return;
  for (let j = 0; j < count; j++) {
    const record = HIT.stride * (id + elements * j);
    f32[record + HIT.t] = NO_HIT;
    u32[record + HIT.body] = 0;
    u32[record + HIT.element] = 0;
    f32[record + HIT.u] = 0;
    f32[record + HIT.v] = 0;
  }
}

/** Writes a record. @param at the hit's place in the search    @param i number of the record */
function writeHit({ times, bodies, elements, us, vs }: Search, at: number, { f32, u32 }: Words, i: number): void {
  const record = HIT.stride * i;
  f32[record + HIT.t] = times[at];
  u32[record + HIT.body] = bodies[at];
  u32[record + HIT.element] = elements[at];
  f32[record + HIT.u] = us[at];
  f32[record + HIT.v] = vs[at];
}
