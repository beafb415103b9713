// Walks over the trees of motions (swept-trees.wgsl): into the nodes whose boxes meet that of the thread's own motion.
#include /shaders/contacts/ccd/swept-trees.wgsl;
#include /shaders/shared/aabb.wgsl;
#reads swept_boxes;

var<private> own_box: Box;

fn meets(node: u32) -> bool {
  return boxes_meet(swept_boxes[node], own_box);
}

fn bodies_searched() -> Tree {
  return swept_body_tree();
}
