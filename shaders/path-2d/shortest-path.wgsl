// Answers all 2D shortest-path queries, one per thread. Twin of answerQueries2d in src/simulation/path-2d/answer-queries.ts. If a traversal
// reaches its limits, the kernel marks the path as PATH_OVERFLOW, and the CPU answers the query. The argument is 1 if culling is used, else
// 0.
#include /shaders/shared/dispatch.wgsl;
#include /shaders/path-2d/body.wgsl;
#include /shaders/path-2d/skin.wgsl;
#include /shaders/path-2d/find-shortest-path.wgsl;
#reads dispatch_arguments, queries;
#writes paths;
#atomics counters;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = element(id, groups);
  if (i >= dispatch_arguments.count) {
    return;
  }
  let query = queries[i];
  if (find_shortest_path(query, dispatch_arguments.argument != 0u)) {
    reach_skin();
    paths[i] = path_record(query);
  } else {
    paths[i] = Path2d(vec2f(0.0), 0.0, PATH_OVERFLOW);
    atomicAdd(&counters[COUNTER_PATH_OVERFLOWS], 1u);
  }
  atomicAdd(&counters[COUNTER_CANDIDATES], candidates);
  atomicAdd(&counters[COUNTER_TRAVERSALS], traversals);
  // The counter's name is that of 3D; here the elements visited are triangles.
  atomicAdd(&counters[COUNTER_TETS_VISITED], triangles_visited);
  atomicAdd(&counters[COUNTER_UNDECIDED_BY_CULLING], undecided_by_culling);
}

// The query's answer: offset from the query point, length, and boundary segment.
fn path_record(query: Query2d) -> Path2d {
  if (best_segment == NONE) {
    return Path2d(vec2f(0.0), 0.0, NONE);
  }
  return Path2d((path_point - query.point) + (path_shift + best_offset), sqrt(best_squared), best_segment);
}
