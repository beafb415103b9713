// Refits the BVH whose leaves are bodies. A body's box is the root box of its own BVH, the one over its tetrahedra. Twin of refitBodyTree in
// src/simulation/detect/forest.ts.
#include /shaders/shared/fit-bodies.wgsl;
#include /shaders/shared/aabb.wgsl;
#reads orders;
#writes boxes;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(local_invocation_index) thread: u32) {
  fit_bodies(thread, body_tree());
}

fn join_bodies(node: u32, first: u32, end: u32) {
  var box = empty_box();
  for (var k = first; k < end; k++) {
    box = box_union(box, boxes[tet_tree(orders[k]).nodes]);
  }
  boxes[node] = box;
}

fn join_children(node: u32, child: u32) {
  boxes[node] = box_union(boxes[child], boxes[child + 1u]);
}
