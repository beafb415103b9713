import { NONE } from '../../../mesh/topology.ts';
import { createFaceSearch, findFacePairs, fitSearch, LEAST_FACES } from '../../self-collision/face-pairs.ts';
import type { PatchTree } from '../../self-collision/patch-tree.ts';
import { type WayName, wayOf } from '../../self-collision/ways.ts';

/** A surface at rest in some shape, divided into the patches within which the search for self-collisions tests no pair. */
export interface PatchSurvey {
  /** Nodes of the tree that the proved test skips, ascending. They have no face in common. */
  readonly culled: Uint32Array;
  /** For each face the index in `culled` of the patch that holds it, or NONE. */
  readonly patches: Uint32Array;
  /** Number of pairs of faces that are left to test: their boxes meet, and no culled patch holds both. */
  readonly pairCount: number;
  /** The same without culling. */
  readonly pairCountWithout: number;
}

/** Runs the search for self-collisions on a shape, with the proved test and without any. @param positions of the surface's vertices [m] */
export function surveyPatches(tree: PatchTree, positions: Float32Array): PatchSurvey {
  const { pairCount: pairCountWithout } = searched(tree, 'boxes', positions);
  const { pairCount, skipped } = searched(tree, 'proved', positions);
  const culled = Uint32Array.from(skipped);
  const patches = new Uint32Array(tree.faceCount).fill(NONE);
  for (const [i, node] of culled.entries())
    for (const face of tree.order.subarray(tree.begins[node], tree.ends[node])) patches[face] = i;
  return { culled, patches, pairCount, pairCountWithout };
}

function searched(tree: PatchTree, way: WayName, positions: Float32Array) {
  const search = createFaceSearch(tree, wayOf(way));
  const skipped: number[] = [];
  search.skipped = skipped;
  fitSearch(search, positions, positions);
  findFacePairs(search);
  return { pairCount: search.pairCount, skipped };
}

/**
 * Returns the smallest patch around a face on which the search would run a test: the last one that failed, if no culled patch holds the
 * face. It is the root if the whole surface has too few faces.
 */
export function smallestTested({ order, begins, ends, rights }: PatchTree, face: number): number {
  const place = order.indexOf(face);
  for (let node = 0; ; ) {
    const child = place < begins[rights[node]] ? node + 1 : rights[node];
    if (rights[node] === 0 || ends[child] - begins[child] < LEAST_FACES) return node;
    node = child;
  }
}
