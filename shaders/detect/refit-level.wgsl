// Refits the boxes of the inner nodes of one level (the argument), in all bodies' trees over tetrahedra and over faces. The level below
// must be refitted already. One thread per node: first the nodes of the trees over tetrahedra, body by body, then those over faces. Twin of
// refitForest in src/simulation/detect/forest.ts.
#include /shaders/shared/dispatch.wgsl;
#include /shaders/shared/tree.wgsl;
#include /shaders/shared/aabb.wgsl;
#reads dispatch_arguments, topology;
#writes boxes;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = element(id, groups);
  if (i >= dispatch_arguments.count) {
    return;
  }
  let level = dispatch_arguments.argument;
  let first = (1u << level) - 1u; // the level's first node
  let node = first + (i & first); // the level has first + 1 nodes, a power of two
  let tree_index = i >> level;
  let bodies = topology[WORLD_BODY_COUNT];
  var tree: Tree;
  if (tree_index < bodies) {
    tree = tet_tree(tree_index);
  } else {
    tree = face_tree(tree_index - bodies);
  }
  if (level >= tree.levels) {
    return;
  }
  let child = tree.nodes + 2u * node + 1u;
  boxes[tree.nodes + node] = box_union(boxes[child], boxes[child + 1u]);
}
