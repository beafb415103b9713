// Shortest paths by the tree search, with lists in storage, of the queries that overflowed in shortest-path.wgsl. Queries that overflow
// here too keep their mark for the worker pool, and are counted. Dispatched over all queries: thread k answers k, k + SLOTS, ...
#include /shaders/shared/dispatch.wgsl;
#include /shaders/path/traversal-large.wgsl;
#include /shaders/path/culling.wgsl;
#include /shaders/path/find-shortest-path.wgsl;
#include /shaders/path/answer.wgsl;
#include /shaders/path/answer-query.wgsl;
#reads dispatch_arguments, topology, paths;
#atomics counters;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let slot = element(id, groups);
  if (slot >= PATH_SLOTS) {
    return;
  }
  marks = topology[WORLD_PATH_MARKS] + PATH_MARKS * slot;
  let count = min(dispatch_arguments.count, atomicLoad(&counters[COUNTER_QUERIES]));
  for (var i = slot; i < count; i += PATH_SLOTS) {
    if (paths[i].face == PATH_OVERFLOW) {
      answer(i);
    }
  }
}

fn answer(i: u32) {
  candidates = 0u;
  traversals = 0u;
  tets_visited = 0u;
  culling_aside = 0u;
  bounds_tested = 0u;
  if (!answer_query(i)) {
    atomicAdd(&counters[COUNTER_PATHS_UNANSWERED], 1u);
  }
}
