import { createBinormals, fitBinormals, PARTS } from './binormals.ts';
import { createContourScratch } from './contour-test.ts';
import { ALL_PASSED, type MovingPatches, pairBit } from './culling-tests.ts';
import { createPatchFit, fitBoxes, fitNormals, PATCH_BOX_STRIDE } from './fit.ts';
import type { PatchTree } from './patch-tree.ts';
import { createProjection } from './projection.ts';
import type { Way } from './ways.ts';

/** Search of one surface for pairs of faces that may touch; its memory is used again by each search. */
export interface FaceSearch extends MovingPatches {
  readonly way: Way;
  /** Pairs found: 2 faces each. */
  pairs: Uint32Array;
  pairCount: number;
  /** Number of patches on which a culling test ran, and of those that it skipped. */
  selfTests: number;
  culled: number;
  /** Number of pairs of nodes whose boxes were compared. */
  boxTests: number;
  /** If set, receives the patches that were skipped. */
  skipped: number[] | undefined;
}

/** Patches with fewer faces are not tested: their pairs are found faster than cones rule them out. */
export const LEAST_FACES = 8;

export const createFaceSearch = (tree: PatchTree, way: Way): FaceSearch => ({
  tree,
  way,
  fit: createPatchFit(tree),
  binormals: createBinormals(tree, way.binormals),
  projection: createProjection(),
  contour: createContourScratch(),
  x0: new Float32Array(),
  x1: new Float32Array(),
  pairs: new Uint32Array(1024),
  pairCount: 0,
  selfTests: 0,
  culled: 0,
  boxTests: 0,
  skipped: undefined,
});

/** Fits boxes, and those cones that the way needs, to the motion from x0 to x1: the part of a search whose cost is the same in all shapes. */
export function fitSearch(search: FaceSearch, x0: Float32Array, x1: Float32Array): void {
  const { tree, fit, way } = search;
  search.x0 = x0;
  search.x1 = x1;
  fitBoxes(fit, tree, x0, x1);
  if (!way.culls && !way.selects) return;
  fitNormals(fit, tree, x0, x1);
  fitBinormals(search.binormals, tree, fit.normals, x0, x1, LEAST_FACES);
}

/**
 * Lists the pairs of faces whose boxes meet, without those that the way skips, in `search.pairs`. Neighbouring faces are listed too. fitSearch
 * must have run.
 */
export function findFacePairs(search: FaceSearch): void {
  search.pairCount = 0;
  search.selfTests = 0;
  search.culled = 0;
  search.boxTests = 0;
  search.contour.sideTests = 0;
  searchPatch(search, 0);
}

/** Finds the pairs within a patch. */
function searchPatch(search: FaceSearch, node: number): void {
  const { tree, way } = search;
  const right = tree.rights[node];
  if (right === 0) return;
  if (tree.ends[node] - tree.begins[node] >= LEAST_FACES) {
    if (way.selects) {
      if (tree.rights[node + 1] !== 0 && tree.rights[right] !== 0) {
        searchSelected(search, node);
        return;
      }
    } else if (way.culls) {
      search.selfTests++;
      if (way.culls(search, node)) {
        skip(search, node);
        return;
      }
    }
  }
  searchPatch(search, node + 1);
  searchPatch(search, right);
  searchPair(search, node + 1, right);
}

/** Algorithm 3 of Wang et al. 2018: goes on with those grandchildren, and pairs of grandchildren, that haven't passed their tests. */
function searchSelected(search: FaceSearch, node: number): void {
  const { rights } = search.tree;
  search.selfTests++;
  const passed = search.way.selects?.(search, node) ?? 0;
  if (passed === ALL_PASSED) {
    skip(search, node);
    return;
  }
  for (let p = 0; p < PARTS; p++) {
    const part = grandchild(rights, node, p);
    if (!(passed & (1 << p))) searchPatch(search, part);
    else search.skipped?.push(part);
  }
  for (let p = 0; p < PARTS; p++)
    for (let q = p + 1; q < PARTS; q++)
      if (!(passed & pairBit(p, q))) searchPair(search, grandchild(rights, node, p), grandchild(rights, node, q));
}

function grandchild(rights: Uint32Array, node: number, part: number): number {
  const child = part < 2 ? node + 1 : rights[node];
  return part % 2 === 0 ? child + 1 : rights[child];
}

function skip(search: FaceSearch, node: number): void {
  search.culled++;
  search.skipped?.push(node);
}

/** Finds the pairs of a face of one patch with a face of another. */
function searchPair(search: FaceSearch, a: number, b: number): void {
  const { tree, fit } = search;
  const { boxes } = fit;
  const { rights, begins, ends } = tree;
  search.boxTests++;
  const p = PATCH_BOX_STRIDE * a;
  const q = PATCH_BOX_STRIDE * b;
  if (
    boxes[p] > boxes[q + 3] ||
    boxes[q] > boxes[p + 3] ||
    boxes[p + 1] > boxes[q + 4] ||
    boxes[q + 1] > boxes[p + 4] ||
    boxes[p + 2] > boxes[q + 5] ||
    boxes[q + 2] > boxes[p + 5]
  )
    return;
  const rightA = rights[a];
  const rightB = rights[b];
  if (rightA === 0 && rightB === 0) {
    addPair(search, tree.order[begins[a]], tree.order[begins[b]]);
    return;
  }
  if (rightB === 0 || (rightA !== 0 && ends[a] - begins[a] >= ends[b] - begins[b])) {
    searchPair(search, a + 1, b);
    searchPair(search, rightA, b);
  } else {
    searchPair(search, a, b + 1);
    searchPair(search, a, rightB);
  }
}

function addPair(search: FaceSearch, a: number, b: number): void {
  const at = 2 * search.pairCount;
  if (at === search.pairs.length) {
    const larger = new Uint32Array(2 * at);
    larger.set(search.pairs);
    search.pairs = larger;
  }
  search.pairs[at] = a;
  search.pairs[at + 1] = b;
  search.pairCount++;
}
