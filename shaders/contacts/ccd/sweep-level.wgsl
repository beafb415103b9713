// Computes the boxes of the inner nodes of one level (the argument), in all bodies' BVHs over faces' and over edges' motions. The level below
// must be computed already. One thread per node: first the nodes of the trees over faces, body by body, then those over edges.
#include /shaders/shared/dispatch.wgsl;
#include /shaders/contacts/ccd/swept-trees.wgsl;
#include /shaders/shared/aabb.wgsl;
#reads dispatch_arguments;
#writes swept_boxes;

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
    tree = swept_face_tree(tree_index);
  } else {
    tree = edge_tree(tree_index - bodies);
  }
  if (level >= tree.levels) {
    return;
  }
  let child = tree.nodes + 2u * node + 1u;
  swept_boxes[tree.nodes + node] = box_union(swept_boxes[child], swept_boxes[child + 1u]);
}
