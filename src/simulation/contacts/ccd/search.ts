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

/** Height of groups in the trees over faces (levels above the leaves), and the maximum number of vertices of such a group. */
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

/** Number of leaves below a node. The first of these leaves has the number leavesBelow(tree, node) * node. */
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

/** Value of HIT.t in an empty record. If an element's first record is empty, all records of the element are. */
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
  /** Ids of all elements of the group, also of those that don't search: writeSearch writes the records of all. */
  groupIdCount: number;
  readonly groupIds: Int32Array;
  /** Maximum number of hits kept per element. */
  readonly hitsEach: number;
  /** Number of hits found so far for each element that searches, also of those that weren't kept. */
  readonly foundCounts: Int32Array;
  /** Kept hits, `hitsEach` per element, earliest first: time, body and element that is hit, and weights u and v (HIT in records.ts). */
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
  groupIdCount: 0,
  groupIds: new Int32Array(size),
  hitsEach,
  foundCounts: new Int32Array(size),
  times: new Float64Array(hitsEach * size),
  bodies: new Int32Array(hitsEach * size),
  elements: new Int32Array(hitsEach * size),
  us: new Float64Array(hitsEach * size),
  vs: new Float64Array(hitsEach * size),
});

/** Empties the search. */
export function clearSearch(search: Search): void {
  search.count = 0;
  search.groupIdCount = 0;
}

/** Adds an element to the search. @returns the element's index in the arrays of the search */
export function addSearcher(search: Search, id: number): number {
  const i = search.count++;
  search.ids[i] = id;
  search.foundCounts[i] = 0;
  return i;
}

/** Inserts a hit into the kept hits of element i, sorted by time; hits at the same time are sorted by body, then by element. */
export function keepHit(search: Search, i: number, impact: Impact, body: number, element: number): void {
  const first = search.hitsEach * i;
  const found = search.foundCounts[i]++;
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

/** Whether a hit comes before the kept hit at index `at`. */
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
 * Writes the records of the group: first empties those of all its elements, then writes the hits that were found.
 * @param elements number of such elements (surface vertices or edges) in the world. `hits` holds the first hit of each, then the second
 * hit of each, and so on.
 */
export function writeSearch(search: Search, hits: Words, elements: number): void {
  const { hitsEach, foundCounts } = search;
  for (let k = 0; k < search.groupIdCount; k++) writeEmpty(hits, search.groupIds[k], elements, hitsEach);
  for (let i = 0; i < search.count; i++) {
    const kept = Math.min(foundCounts[i], hitsEach);
    if (kept === 0) continue;
    for (let j = 0; j < kept; j++) writeHit(search, hitsEach * i + j, hits, search.ids[i] + elements * j);
    // An empty record ends the list. If lists have just grown, this record was never written before.
    if (kept < hitsEach) hits.f32[HIT.stride * (search.ids[i] + elements * kept) + HIT.t] = NO_HIT;
  }
}

/** Empties an element's records, unless they are already empty, as most are in step after step. */
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

/** Writes a kept hit to a record. @param at the hit's index in the search    @param i index of the record */
function writeHit({ times, bodies, elements, us, vs }: Search, at: number, { f32, u32 }: Words, i: number): void {
  const record = HIT.stride * i;
  f32[record + HIT.t] = times[at];
  u32[record + HIT.body] = bodies[at];
  u32[record + HIT.element] = elements[at];
  f32[record + HIT.u] = us[at];
  f32[record + HIT.v] = vs[at];
}
