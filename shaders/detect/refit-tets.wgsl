// Each body has a tree over its tetrahedra. This kernel computes the boxes of the trees' leaves from the current positions. One thread
// per leaf: threads are numbered by body, then leaf. The dispatch's argument is the number of levels of the deepest tree. Each body gets
// as many threads as this tree has leaves; threads past the last leaf of the body's own tree do nothing. Twin of refitForest in
// src/simulation/detect/forest.ts.
#include /shaders/shared/dispatch.wgsl;
#include /shaders/shared/topology.wgsl;
#include /shaders/shared/tree.wgsl;
#include /shaders/shared/aabb.wgsl;
#include /shaders/shared/position.wgsl;
#reads dispatch_arguments, orders;
#writes boxes;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = element(id, groups);
  if (i >= dispatch_arguments.count) {
    return;
  }
  let levels = dispatch_arguments.argument;
  let body = i >> levels;
  let leaf = i & ((1u << levels) - 1u);
  let tree = tet_tree(body);
  if (leaf >= 1u << tree.levels) {
    return;
  }
  let model = body_model(body);
  let base = body_word(body, BODY_VERTEX_BASE);
  var box = empty_box();
  for (var k = leaf_start(tree, leaf); k < leaf_start(tree, leaf + 1u); k++) {
    let tet = tet_vertices(model, orders[k]) + base;
    for (var corner = 0u; corner < 4u; corner++) {
      box = box_with(box, position(tet[corner]));
    }
  }
  boxes[tree.nodes + first_leaf(tree) + leaf] = box;
}
