import { expect, it } from 'vitest';
import { beginDescent, createDescent, descendTo, listPartners } from '../../../src/bvh/descent.ts';
import { fitInnerNodes } from '../../../src/bvh/fit-boxes.ts';
import { BOX_STRIDE, layoutForest, nodeCount, type TreeLayout } from '../../../src/bvh/tree.ts';
import { seededRandom } from '../../fixtures/box-world.ts';

/** Two trees in one forest, with a box per leaf, of the given sizes; leaves without a primitive are empty. */
function makeTrees(seed: number, counts: readonly number[], side: number) {
  const random = seededRandom(seed);
  const trees = layoutForest(counts, 1);
  const boxes = new Float32Array(BOX_STRIDE * trees.reduce((sum, tree) => sum + nodeCount(tree), 0));
  for (const tree of trees) {
    for (let leaf = 0; leaf < 1 << tree.levels; leaf++) {
      const at = boxAt(tree, (1 << tree.levels) + leaf);
      for (let axis = 0; axis < 3; axis++) {
        // Integers, so that many boxes touch without overlapping; along x in the leaves' order, as in a built tree.
        const x = Math.floor(8 * random()) + (axis === 0 ? leaf : 0);
        boxes[at + axis] = leaf < tree.primitiveCount ? x : Infinity;
        boxes[at + 4 + axis] = leaf < tree.primitiveCount ? x + Math.floor(side * random()) : -Infinity;
      }
    }
    fitInnerNodes(boxes, tree.nodeBase, 0, (1 << tree.levels) - 1);
  }
  return { trees, boxes };
}

const boxAt = (tree: TreeLayout, node: number) => BOX_STRIDE * (tree.nodeBase + node - 1);

const meet = (boxes: Float32Array, a: number, b: number) =>
  [0, 1, 2].every((k) => boxes[a + k] <= boxes[b + 4 + k] && boxes[b + k] <= boxes[a + 4 + k]);

const leavesOf = (tree: TreeLayout) => Array.from({ length: 1 << tree.levels }, (_, leaf) => (1 << tree.levels) + leaf);

/** Partners of the leaves below a node, for those leaves that `looks` selects. */
function descend(
  { boxes }: { boxes: Float32Array },
  tree: TreeLayout,
  node: number,
  other: TreeLayout,
  leftOnly: boolean,
  looks: (leaf: number) => boolean,
): Map<number, number[]> {
  const found = new Map<number, number[]>();
  const depth = tree.levels - Math.floor(Math.log2(node));
  const descent = createDescent();
  beginDescent(descent, tree, boxes, node, other, boxes, leftOnly);
  for (let leaf = node << depth; leaf < (node + 1) << depth; leaf++) {
    if (!looks(leaf)) continue;
    descendTo(descent, leaf);
    const count = listPartners(descent, boxes, boxAt(tree, leaf));
    found.set(leaf, Array.from(descent.partners.subarray(0, count)));
  }
  return found;
}

for (const [first, second] of [
  [100, 100],
  [64, 700],
  [700, 64],
  [3, 40],
  [40, 3],
  [1, 90],
])
  it(`leaves of ${first} find all that they meet of ${second}, and nothing else, in any subtree`, () => {
    const made = makeTrees(first + second, [first, second], 5);
    const [tree, other] = made.trees;
    const random = seededRandom(2);
    let pairs = 0;
    for (let node = 1; node < 2 << tree.levels; node++) {
      const found = descend(made, tree, node, other, false, () => random() < 0.7);
      for (const [leaf, nodes] of found) {
        const at = boxAt(tree, leaf);
        expect(nodes).toEqual(leavesOf(other).filter((n) => meet(made.boxes, at, boxAt(other, n))));
        pairs += nodes.length;
      }
    }
    expect(pairs).toBeGreaterThan(0);
  });

it('in one tree each leaf finds those to its left, and not itself', () => {
  const made = makeTrees(1, [300], 9);
  const [tree] = made.trees;
  for (const node of [1, 2, 3, 5, 12, 31, 77]) {
    for (const [leaf, nodes] of descend(made, tree, node, tree, true, () => true))
      expect(nodes).toEqual(
        leavesOf(tree).filter((n) => n < leaf && meet(made.boxes, boxAt(tree, leaf), boxAt(tree, n))),
      );
  }
});

it('a tree of a single leaf is always a partner of what its subtree meets', () => {
  const made = makeTrees(3, [20, 1], 200);
  const [tree, other] = made.trees;
  const found = descend(made, tree, 1, other, false, () => true);
  for (const [leaf, nodes] of found)
    if (meet(made.boxes, boxAt(tree, leaf), boxAt(other, 1))) expect(nodes).toEqual([1]);
  expect(found.size).toBe(32);
});

it('boxes that all meet need lists of any length', () => {
  const made = makeTrees(4, [1000, 1000], 1);
  const [tree, other] = made.trees;
  for (let at = 0; at < made.boxes.length; at++) if (Number.isFinite(made.boxes[at])) made.boxes[at] = 1;
  const found = descend(made, tree, 1, other, false, (leaf) => leaf % 97 === 0 && leaf < 2024);
  expect(found.size).toBeGreaterThan(5);
  for (const nodes of found.values()) expect(nodes.length).toBe(1000);
});
