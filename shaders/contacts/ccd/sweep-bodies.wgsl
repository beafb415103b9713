// Computes the BVH over bodies around their motions. A body's box is the root box of its BVH over faces. There are few bodies,
// so one workgroup computes all boxes.
#include /shaders/contacts/ccd/swept-trees.wgsl;
#include /shaders/shared/aabb.wgsl;
#reads orders;
#writes swept_boxes;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(local_invocation_index) thread: u32) {
  let tree = swept_body_tree();
  for (var leaf = thread; leaf < 1u << tree.levels; leaf += WORKGROUP_SIZE) {
    var box = empty_box();
    for (var k = leaf_start(tree, leaf); k < leaf_start(tree, leaf + 1u); k++) {
      box = box_union(box, swept_boxes[swept_face_tree(orders[k]).nodes]);
    }
    swept_boxes[tree.nodes + first_leaf(tree) + leaf] = box;
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
        let child = tree.nodes + 2u * (first + i) + 1u;
        swept_boxes[tree.nodes + first + i] = box_union(swept_boxes[child], swept_boxes[child + 1u]);
      }
    }
  }
}
