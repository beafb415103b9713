import { BOX_STRIDE, LEAF_SIZE, leafCount, type TreeLayout } from '../../../bvh/tree.ts';
import type { Impact } from '../../../geometry/time-of-impact.ts';
import { HIT, type Words } from '../../state.ts';

/**
 * A group of vertices or edges that CCD searches together for hits. A group is a subtree of a body's BVH. With larger groups, the upper
 * levels of other trees are traversed less often; with smaller groups, the work is distributed more evenly over the workers.
 */
export interface Group {
  body: number;
  /** The subtree's root, numbered as in walk.ts. */
  node: number;
}

/** Height of a group's root above the leaves in the trees over faces [levels]. */
export const FACE_GROUP_HEIGHT = 5;
/** Maximum number of vertices of such a group. */
export const MOST_VERTICES = 3 * LEAF_SIZE * 2 ** FACE_GROUP_HEIGHT;
/** Height of a group's root above the leaves in the trees over edges [levels]. A leaf of these trees holds one edge. */
export const EDGE_GROUP_HEIGHT = 6;

/** Returns the level of the groups' roots in a tree, counted from the tree's root (level 0). */
const levelOf = (tree: TreeLayout, height: number): number => Math.max(0, tree.levels - height);

/** Returns the number of groups of a given height in all trees together. */
export const groupCount = (trees: readonly TreeLayout[], height: number): number =>
  trees.reduce((sum, tree) => sum + (1 << levelOf(tree, height)), 0);

/** Writes the body and the root of group i to `found`. Groups are numbered tree by tree. */
export function findGroup(trees: readonly TreeLayout[], height: number, i: number, found: Group): void {
  let body = 0;
  let local = i;
  for (; local >= 1 << levelOf(trees[body], height); body++) local -= 1 << levelOf(trees[body], height);
  found.body = body;
  found.node = (1 << levelOf(trees[body], height)) + local;
}

/** Returns the number of leaves below a node. The first of these leaves is node number leavesBelow(tree, node) * node. */
export const leavesBelow = (tree: TreeLayout, node: number): number => leafCount(tree) >> (31 - Math.clz32(node));

/** Returns the offset of a node's box in the array of boxes. */
export const boxOf = (tree: TreeLayout, node: number): number => BOX_STRIDE * (tree.nodeBase + node - 1);

/** Copies a node's box to `groupBox`. @param at offset of the node's box    @param groupBox overwritten: lower corner, upper corner [m] */
export function setGroupBox(groupBox: Float32Array, boxes: Float32Array, at: number): void {
  for (let axis = 0; axis < 3; axis++) {
    groupBox[axis] = boxes[at + axis];
    groupBox[axis + 3] = boxes[at + 4 + axis];
  }
}

/** Value of HIT.t in an empty record. If the first record of an element (vertex or edge) is empty, all its records are empty. */
export const NO_HIT = 2;
/**
 * Least value of HIT.t of elements that come near each other without touching (near-contacts.ts). It grows with their distance, and stays
 * below NO_HIT. So true hits come first, then the nearest.
 */
export const NEAR = 1.5;

/**
 * Search of a group for hits. Its elements are the vertices or edges of the group; all arrays are indexed by the element's position in the
 * search.
 */
export interface Search {
  /** Number of searched elements. */
  count: number;
  /** Ids of the searched elements: indices among the world's surface vertices or edges. */
  readonly ids: Int32Array;
  /** The leaf that holds each searched edge; unused for vertices. */
  readonly leaves: Int32Array;
  /** Vertex ids over all bodies: 1 per searched vertex, 2 per searched edge. */
  readonly vertices: Int32Array;
  /** Offset of each element's box in motionBoxes or edgeMotionBoxes. */
  readonly boxes: Int32Array;
  /** Maximum number of hits kept per element. */
  readonly hitsEach: number;
  /** Number of hits found so far per searched element, including those that were not kept. */
  readonly foundCounts: Int32Array;
  /**
   * Kept hits, `hitsEach` per searched element, earliest first: time, body that is hit, target (the face or edge that is hit), weights u
   * and v (HIT in records.ts).
   */
  readonly times: Float64Array;
  readonly bodies: Int32Array;
  readonly targets: Int32Array;
  readonly us: Float64Array;
  readonly vs: Float64Array;
}

/** Allocates a search. @param size maximum number of elements    @param corners vertices per element */
export const createSearch = (size: number, corners: number, hitsEach: number): Search => ({
  count: 0,
  ids: new Int32Array(size),
  leaves: new Int32Array(size),
  vertices: new Int32Array(corners * size),
  boxes: new Int32Array(size),
  hitsEach,
  foundCounts: new Int32Array(size),
  times: new Float64Array(hitsEach * size),
  bodies: new Int32Array(hitsEach * size),
  targets: new Int32Array(hitsEach * size),
  us: new Float64Array(hitsEach * size),
  vs: new Float64Array(hitsEach * size),
});

/** Adds an element to the search. @param box offset of its motion's box    @returns the element's index in the arrays of the search */
export function addSearcher(search: Search, id: number, box: number): number {
  const i = search.count++;
  search.ids[i] = id;
  search.boxes[i] = box;
  search.foundCounts[i] = 0;
  return i;
}

/**
 * Inserts a hit into the kept hits of searched element i, which are sorted by time, then by body, then by target (the face or edge that is
 * hit). If there is no room, the last hit in this order is dropped.
 */
export function keepHit(search: Search, i: number, impact: Impact, body: number, target: number): void {
  const first = search.hitsEach * i;
  const found = search.foundCounts[i]++;
  let at = first + found;
  if (found >= search.hitsEach) {
    at = first + search.hitsEach - 1;
    if (!precedes(search, at, impact, body, target)) return;
  }
  for (; at > first && precedes(search, at - 1, impact, body, target); at--) copyHit(search, at - 1, at);
  search.times[at] = impact.t;
  search.bodies[at] = body;
  search.targets[at] = target;
  search.us[at] = impact.u;
  search.vs[at] = impact.v;
}

/** Whether a hit comes before the kept hit at index `at`. */
function precedes(
  { times, bodies, targets }: Search,
  at: number,
  { t }: Impact,
  body: number,
  target: number,
): boolean {
  if (t !== times[at]) return t < times[at];
  return body < bodies[at] || (body === bodies[at] && target < targets[at]);
}

function copyHit({ times, bodies, targets, us, vs }: Search, from: number, to: number): void {
  times[to] = times[from];
  bodies[to] = bodies[from];
  targets[to] = targets[from];
  us[to] = us[from];
  vs[to] = vs[from];
}

/**
 * Writes the hit records of a group: first empties the records of all its elements, then writes the kept hits.
 * @param hits overwritten: the first record of every element in the world, then the second record of every element, and so on
 * @param elementCount number of elements in the world: surface vertices or edges
 */
export function writeSearch(search: Search, hits: Words, elementCount: number): void {
  const { hitsEach, foundCounts } = search;
  for (let i = 0; i < search.count; i++) {
    const kept = Math.min(foundCounts[i], hitsEach);
    writeEmpty(hits, search.ids[i], elementCount, hitsEach);
    if (kept === 0) continue;
    for (let j = 0; j < kept; j++) writeHit(search, hitsEach * i + j, hits, search.ids[i] + elementCount * j);
    // An empty record ends the element's list. It is written here, since memory of lists that have just grown is not initialised.
    if (kept < hitsEach) hits.f32[HIT.stride * (search.ids[i] + elementCount * kept) + HIT.t] = NO_HIT;
  }
}

/** Empties an element's records. Returns at once if they are already empty, which is the usual case. */
function writeEmpty({ f32, u32 }: Words, id: number, elementCount: number, count: number): void {
  if (f32[HIT.stride * id + HIT.t] === NO_HIT) return;
  for (let j = 0; j < count; j++) {
    const record = HIT.stride * (id + elementCount * j);
    f32[record + HIT.t] = NO_HIT;
    u32[record + HIT.body] = 0;
    u32[record + HIT.element] = 0;
    f32[record + HIT.u] = 0;
    f32[record + HIT.v] = 0;
  }
}

/** Writes a kept hit to a record. @param at the hit's index in the search    @param i index of the record */
function writeHit({ times, bodies, targets, us, vs }: Search, at: number, { f32, u32 }: Words, i: number): void {
  const record = HIT.stride * i;
  f32[record + HIT.t] = times[at];
  u32[record + HIT.body] = bodies[at];
  u32[record + HIT.element] = targets[at];
  f32[record + HIT.u] = us[at];
  f32[record + HIT.v] = vs[at];
}
