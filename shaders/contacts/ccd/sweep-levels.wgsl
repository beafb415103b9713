// Computes the boxes of inner nodes in all bodies' BVHs over faces' motions, body by body, then in those over edges' motions: several
// levels (subtree-levels.wgsl).
#include /shaders/contacts/ccd/swept-trees.wgsl;
#include /shaders/shared/subtree-levels.wgsl;
#include /shaders/shared/aabb.wgsl;
#reads topology;
#writes swept_boxes;

fn tree_at(index: u32) -> Tree {
  let bodies = topology[WORLD_BODY_COUNT];
  if (index < bodies) {
    return swept_face_tree(index);
  }
  return edge_tree(index - bodies);
}

fn join_children(node: u32, child: u32) {
  swept_boxes[node] = box_union(swept_boxes[child], swept_boxes[child + 1u]);
}
