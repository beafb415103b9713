// Computes the leaf boxes of the bodies' BVHs over boundary faces, around the faces' motions. One thread per leaf: threads are numbered by
// body, then leaf. Each body has 2^argument threads, the number of leaves of the deepest tree; threads past a tree's last leaf do nothing.
#include /shaders/shared/dispatch.wgsl;
#include /shaders/contacts/ccd/swept-trees.wgsl;
#include /shaders/contacts/ccd/motion.wgsl;
#reads dispatch_arguments, orders;
#writes swept_boxes;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = element(id, groups);
  if (i >= dispatch_arguments.count) {
    return;
  }
  let body = i >> dispatch_arguments.argument;
  let leaf = i & ((1u << dispatch_arguments.argument) - 1u);
  let tree = swept_face_tree(body);
  if (leaf >= 1u << tree.levels) {
    return;
  }
  let model = body_model(body);
  let base = body_word(body, BODY_VERTEX_BASE);
  var box = empty_box();
  for (var k = leaf_start(tree, leaf); k < leaf_start(tree, leaf + 1u); k++) {
    box = box_union(box, face_motion_box(face_vertices(model, orders[k]) + base));
  }
  swept_boxes[tree.nodes + first_leaf(tree) + leaf] = box;
}
