// Computes the BVH over bodies around their motions. A body's box is the root box of its BVH over faces.
#include /shaders/contacts/ccd/swept-trees.wgsl;
#include /shaders/shared/fit-bodies.wgsl;
#include /shaders/shared/aabb.wgsl;
#reads orders;
#writes swept_boxes;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(local_invocation_index) thread: u32) {
  fit_bodies(thread, swept_body_tree());
}

fn join_bodies(node: u32, first: u32, end: u32) {
  var box = empty_box();
  for (var k = first; k < end; k++) {
    box = box_union(box, swept_boxes[swept_face_tree(orders[k]).nodes]);
  }
  swept_boxes[node] = box;
}

fn join_children(node: u32, child: u32) {
  swept_boxes[node] = box_union(swept_boxes[child], swept_boxes[child + 1u]);
}
