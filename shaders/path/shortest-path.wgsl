// Answers all queries by the tree search (Chen et al. 2023, supplement, Algorithms 1 to 4). With the argument PATHS_OVERFLOWED it answers
// only the queries for which an earlier search, the flood (flood.wgsl), had too little memory. If a traversal reaches its limits, the path
// is marked PATH_OVERFLOW, and shortest-path-large.wgsl answers the query. Twin of src/simulation/path/shortest-path.ts. One thread per
// query.
#include /shaders/shared/dispatch.wgsl;
#include /shaders/path/traversal.wgsl;
#include /shaders/path/culling.wgsl;
#include /shaders/path/find-shortest-path.wgsl;
#include /shaders/path/answer-query.wgsl;
#reads dispatch_arguments, paths;
#atomics counters;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = element(id, groups);
  if (i >= min(dispatch_arguments.count, atomicLoad(&counters[COUNTER_QUERIES]))) {
    return;
  }
  let only_overflowed = dispatch_arguments.argument == PATHS_OVERFLOWED;
  if (only_overflowed && paths[i].face != PATH_OVERFLOW) {
    return;
  }
  // The queries that overflowed in the flood have already been counted.
  if (!answer_query(i) && !only_overflowed) {
    atomicAdd(&counters[COUNTER_PATH_OVERFLOWS], 1u);
  }
}
