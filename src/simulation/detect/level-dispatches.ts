import { type Dispatch, WORKGROUP_SIZE } from '../program/pass.ts';

/**
 * Number of levels of a tree that one dispatch computes: each of its workgroups takes a subtree, whose lowest level has 1024 nodes, four
 * per thread of LARGEST_WORKGROUP. Up to this depth, a tree needs one dispatch; a tree over four million elements needs two.
 */
export const SUBTREE_LEVELS = 11;

/**
 * Returns the dispatches that compute the boxes of all inner nodes, from the lowest level up (shaders/shared/subtree-levels.wgsl).
 * @param trees number of trees
 * @param levels number of levels of inner nodes in the deepest tree
 */
export function levelDispatches(kernel: string, trees: number, levels: number): Dispatch[] {
  const dispatches: Dispatch[] = [];
  for (let lowest = levels - 1; lowest >= 0; lowest -= SUBTREE_LEVELS) {
    const highest = Math.max(0, lowest + 1 - SUBTREE_LEVELS);
    dispatches.push({ kernel, count: WORKGROUP_SIZE * trees * 2 ** highest, argument: lowest });
  }
  return dispatches;
}
