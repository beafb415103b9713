// Computes the boxes of several levels of inner nodes in all trees of a kind, one workgroup per subtree and a barrier between levels. The
// dispatch's argument is the lowest of the levels; the one below it must be computed already. A subtree has up to SUBTREE_LEVELS levels,
// so the lowest one has no more nodes than bound a workgroup's work. Workgroups are numbered by tree, then by the subtree's root. The file
// that includes this one defines
//   tree_at(index: u32) -> Tree
//   join_children(node: u32, child: u32) // puts the union of the boxes of `child` and the next node into the box of `node`
#include /shaders/shared/tree.wgsl;
#reads dispatch_arguments;

@compute @workgroup_size(LARGEST_WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) thread: u32,
) {
  let subtree = group.x + group.y * groups.x;
  if (subtree >= dispatch_arguments.count / WORKGROUP_SIZE) {
    return;
  }
  let lowest = dispatch_arguments.argument;
  let highest = max(lowest + 1u, SUBTREE_LEVELS) - SUBTREE_LEVELS;
  let tree = tree_at(subtree >> highest);
  let root = subtree & ((1u << highest) - 1u); // number of the subtree's root on its level
  for (var below = lowest + 1u; below > highest; below--) {
    storageBarrier();
    let level = below - 1u;
    let count = 1u << (level - highest);
    let first = (1u << level) - 1u + root * count;
    if (level < tree.levels) {
      for (var i = thread; i < count; i += LARGEST_WORKGROUP) {
        let node = first + i;
        join_children(tree.nodes + node, tree.nodes + 2u * node + 1u);
      }
    }
  }
}
