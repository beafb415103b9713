// Fits the boxes of a BVH whose leaves are bodies. There are few bodies, so one workgroup fits all. A kernel that includes this file defines
// join_bodies(node, first, end), which writes the box around the bodies orders[first] to orders[end - 1] to a node, and
// join_children(node, child), which writes the box around the nodes child and child + 1.
#include /shaders/shared/tree.wgsl;

fn fit_bodies(thread: u32, tree: Tree) {
  for (var leaf = thread; leaf < 1u << tree.levels; leaf += WORKGROUP_SIZE) {
    join_bodies(tree.nodes + first_leaf(tree) + leaf, leaf_start(tree, leaf), leaf_start(tree, leaf + 1u));
  }
  // Level by level, from the leaves up. The loop runs 32 times for any tree, since barriers need uniform control flow. A tree has at
  // most 32 levels, because node ids have 32 bits.
  for (var below = 32u; below > 0u; below--) {
    storageBarrier();
    let level = below - 1u;
    if (level < tree.levels) {
      let first = (1u << level) - 1u;
      // The level has first + 1 nodes.
      for (var i = thread; i <= first; i += WORKGROUP_SIZE) {
        join_children(tree.nodes + first + i, tree.nodes + 2u * (first + i) + 1u);
      }
    }
  }
}
