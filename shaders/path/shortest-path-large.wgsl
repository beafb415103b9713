// Shortest paths by the tree search, with lists in storage, of the queries that overflowed in shortest-path.wgsl. Queries that overflow
// here too keep their mark for the worker pool, and are counted. Dispatched over all queries: thread k answers k, k + SLOTS, ...
#include /shaders/shared/dispatch.wgsl;
#include /shaders/path/culling.wgsl;
#include /shaders/path/find-shortest-path.wgsl;
#include /shaders/path/answer.wgsl;
#include /shaders/path/answer-query.wgsl;
#include /shaders/shared/topology.wgsl;
#include /shaders/path/exit-faces.wgsl;
#include /shaders/path/path-body.wgsl;
#include /shaders/path/target.wgsl;
#reads dispatch_arguments, topology, paths;
#writes path_data;
#atomics counters;

// The traversal for queries that overflowed: every visited element is remembered, in storage (supplement, 1.2). Elements are listed as
// they are reached and visited in that order, so one list holds both the visited and the waiting ones.

// Length of the list. Traversals that need more are left to the worker pool.
override MARK_LIMIT: u32 = PATH_MARKS;

var<private> marks: u32; // offset of this thread's list in path_data

fn is_marked(tet: u32, count: u32) -> bool {
  for (var i = 0u; i < count; i++) {
    if (path_data[marks + i] == tet) {
      return true;
    }
  }
  return false;
}

// Returns VALID, INVALID or OVERFLOWED. `offset` is s - p [m]; `further` and `away` as for aim_ray().
fn traverse(first: u32, offset: vec3f, goal: Target, further: bool, away: bool) -> u32 {
  let distance = length(offset);
  path_data[marks] = first;
  var count = 1u;
  for (var next = 0u; next < count; next++) {
    let tet = path_data[marks + next];
    let vertices = tet_vertices(path_model, tet);
    tets_visited++;
    if (holds_target(goal, tet, vertices)) {
      return VALID;
    }
    if (next == 0u) {
      aim_ray(offset, distance, further, away);
    }
    let exits = exit_faces(vertices) | faces_at_home(vertices);
    for (var i = 0u; i < 4u; i++) {
      if ((exits & (1u << i)) == 0u) {
        continue;
      }
      let beyond = tet_neighbour(path_model, tet, i);
      if ((beyond & BOUNDARY) != 0u || is_marked(beyond, count)) {
        continue;
      }
      if (count == MARK_LIMIT) {
        return OVERFLOWED;
      }
      path_data[marks + count] = beyond;
      count++;
    }
  }
  return INVALID;
}

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
