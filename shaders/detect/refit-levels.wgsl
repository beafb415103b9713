// Refits the boxes of inner nodes in all bodies' trees over tetrahedra, body by body, then in those over faces: several levels
// (subtree-levels.wgsl). Twin of refitForest in src/simulation/detect/forest.ts.
#include /shaders/shared/subtree-levels.wgsl;
#include /shaders/shared/aabb.wgsl;
#reads topology;
#writes boxes;

fn tree_at(index: u32) -> Tree {
  let bodies = topology[WORLD_BODY_COUNT];
  if (index < bodies) {
    return tet_tree(index);
  }
  return face_tree(index - bodies);
}

fn join_children(node: u32, child: u32) {
  boxes[node] = box_union(boxes[child], boxes[child + 1u]);
}
