// Answers one query: reads its record, finds the path, and writes the path's record. The kernel also includes find-shortest-path.wgsl or
// flood.wgsl, which defines `find_path`.
#include /shaders/path/answer.wgsl;
#include /shaders/path/path-body.wgsl;
#include /shaders/path/skin.wgsl;
#reads parameters, topology, queries;
#writes paths;
#atomics counters;

// Returns false if a limit was reached, so that the query is not answered.
fn answer_query(i: u32) -> bool {
  let query = queries[i];
  // Watched points only tell that parts are deep in one another; the pool answers those that need a path.
  if (parameters.are_watched != 0u && query.source >= topology[WORLD_FIRST_INNER] && query.source < topology[WORLD_FIRST_EDGE]) {
    paths[i] = Path(query.point, 0.0, NONE, 0u, 0.0, 0.0);
    return true;
  }
  let is_answered = find_path(query);
  if (is_answered) {
    reach_skin();
  }
  paths[i] = shortest_path_record(query, is_answered);
  count_path_work(is_answered && best_face == NONE);
  return is_answered;
}

// Makes the path's record. `is_answered` is the result of find_path.
fn shortest_path_record(query: Query, is_answered: bool) -> Path {
  if (!is_answered) {
    return Path(query.point, 0.0, PATH_OVERFLOW, 0u, 0.0, 0.0);
  }
  if (best_face == NONE) {
    return Path(query.point, 0.0, NONE, 0u, 0.0, 0.0);
  }
  return Path(
    path_point + (path_shift + best_offset), sqrt(best_squared), best_face, best_feature, best_weights.x, best_weights.y);
}

// Adds the thread's counts to the counters. `is_missing` says whether the search found that no valid path exists.
fn count_path_work(is_missing: bool) {
  atomicAdd(&counters[COUNTER_CANDIDATES], candidates);
  atomicAdd(&counters[COUNTER_TRAVERSALS], traversals);
  atomicAdd(&counters[COUNTER_TETS_VISITED], tets_visited);
  atomicAdd(&counters[COUNTER_UNDECIDED_BY_CULLING], undecided_by_culling);
  atomicAdd(&counters[COUNTER_BOUNDS_TESTED], bounds_tested);
  atomicAdd(&counters[COUNTER_PATHS_MISSING], u32(is_missing));
}
