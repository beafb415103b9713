// Refits the leaf boxes of the bodies' trees over tetrahedra to the positions. One thread per leaf: threads are numbered by body,
// then leaf. Each body has 2^dispatch_arguments.argument threads, the number of leaves of the deepest tree; threads past a tree's last
// leaf do nothing. Twin of refitForest in src/simulation/detect/forest.ts.
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
  let body = i >> dispatch_arguments.argument;
  let leaf = i & ((1u << dispatch_arguments.argument) - 1u);
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
