// Answers all queries by the flood (flood.wgsl). If a traversal or the list of cells reaches its limit, the path is marked PATH_OVERFLOW,
// and shortest-path.wgsl answers the query. One thread per query.
#include /shaders/shared/dispatch.wgsl;
#include /shaders/path/traversal.wgsl;
#include /shaders/path/flood/flood.wgsl;
#include /shaders/path/answer-query.wgsl;
#reads dispatch_arguments;
#atomics counters;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = element(id, groups);
  if (i >= min(dispatch_arguments.count, atomicLoad(&counters[COUNTER_QUERIES]))) {
    return;
  }
  if (!answer_query(i)) {
    atomicAdd(&counters[COUNTER_PATH_OVERFLOWS], 1u);
  }
}
