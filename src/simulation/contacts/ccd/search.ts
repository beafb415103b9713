import { BOX_STRIDE, LEAF_SIZE, leafCount, type TreeLayout } from '../../../bvh/tree.ts';
import type { Impact } from '../../../geometry/time-of-impact.ts';
import { HIT, type Words } from '../../state.ts';

/**
 * What searches together in CCD: the leaves of a subtree of a body's tree. Large ones go down the other trees' upper levels
 * less often, small ones share the work more evenly.
 */
export interface Group {
  body: number;
  /** The subtree's root, numbered as in walk.ts. */
  node: number;
}

/** Groups' height in the trees over faces, and the most vertices of one. */
export const FACE_GROUP_HEIGHT = 5;
export const MOST_VERTICES = 3 * LEAF_SIZE * 2 ** FACE_GROUP_HEIGHT;
/** The same in the trees over edges, each leaf of which holds one. */
export const EDGE_GROUP_HEIGHT = 6;

const levelOf = (tree: TreeLayout, height: number): number => Math.max(0, tree.levels - height);

/** How many groups the trees are cut into, at a height above their leaves. */
export const groupCount = (trees: readonly TreeLayout[], height: number): number =>
  trees.reduce((sum, tree) => sum + (1 << levelOf(tree, height)), 0);

/** Finds group i. */
export function findGroup(trees: readonly TreeLayout[], height: number, i: number, found: Group): void {
  let body = 0;
  let local = i;
  for (; local >= 1 << levelOf(trees[body], height); body++) local -= 1 << levelOf(trees[body], height);
  found.body = body;
  found.node = (1 << levelOf(trees[body], height)) + local;
}

/** A node's leaves: how many, and with that factor to the first one. */
export const leavesBelow = (tree: TreeLayout, node: number): number => leafCount(tree) >> (31 - Math.clz32(node));

/** Where a node's box is. */
export const boxOf = (tree: TreeLayout, node: number): number => BOX_STRIDE * (tree.nodeBase + node - 1);

/** Sets the box of a group from a node's. @param groupBox lower corner, upper corner, written */
export function setGroupBox(groupBox: Float32Array, boxes: Float32Array, at: number): void {
  for (let axis = 0; axis < 3; axis++) {
    groupBox[axis] = boxes[at + axis];
    groupBox[axis + 3] = boxes[at + 4 + axis];
  }
}

/** The time of a record without a hit; in the first record of an element it says that all of its are empty. */
const NO_HIT = 2;

/** Vertices or edges that search together for what they hit first. */
export interface Search {
  /** How many search. */
  count: number;
  readonly ids: Int32Array;
  /** The leaf that each is in. */
  readonly leaves: Int32Array;
  /** `corners` ids each, among all bodies'. */
  readonly vertices: Int32Array;
  /** Elements whose records are written, also those that don't search. */
  kept: number;
  readonly hitIds: Int32Array;
  /** Most hits that are kept of each; how many each has found so far. */
  readonly hitsEach: number;
  readonly found: Int32Array;
  /** The hits of each that are kept, the earliest first. */
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

/** Forgets the search before. */
export function clearSearch(search: Search): void {
  search.count = 0;
  search.kept = 0;
}

/** Lets an element search. @returns its place */
export function addSearcher(search: Search, id: number): number {
  const i = search.count++;
  search.ids[i] = id;
  search.found[i] = 0;
  return i;
}

/** Puts a hit among those of element i of the search: the earliest first, of equal ones that of the smaller body, then element. */
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

/** Whether a hit comes before the one that is kept at a place. */
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
 * Writes the records of each element of the search: first of all in its group, empty, then of those that hit something.
 * @param elements how many can search in all: their earliest hits come first, one beside the other in memory, then their second ones
 */
export function writeSearch(search: Search, hits: Words, elements: number): void {
  const { hitsEach, found } = search;
  for (let k = 0; k < search.kept; k++) writeEmpty(hits, search.hitIds[k], elements, hitsEach);
  for (let i = 0; i < search.count; i++) {
    const kept = Math.min(found[i], hitsEach);
    if (kept === 0) continue;
    for (let j = 0; j < kept; j++) writeHit(search, hitsEach * i + j, hits, search.ids[i] + elements * j);
    // Readers stop here. Where lists have just grown, nobody has written this record yet.
    if (kept < hitsEach) hits.f32[HIT.stride * (search.ids[i] + elements * kept) + HIT.t] = NO_HIT;
  }
}

/** Most hit nothing, step after step: their records stay as they are, instead of being written to memory again. */
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

/** @param at the hit's place in the search    @param i of the record */
function writeHit({ times, bodies, elements, us, vs }: Search, at: number, { f32, u32 }: Words, i: number): void {
  const record = HIT.stride * i;
  f32[record + HIT.t] = times[at];
  u32[record + HIT.body] = bodies[at];
  u32[record + HIT.element] = elements[at];
  f32[record + HIT.u] = us[at];
  f32[record + HIT.v] = vs[at];
}
