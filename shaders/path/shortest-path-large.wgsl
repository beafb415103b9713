// Answers the queries that overflowed in shortest-path.wgsl, by the same tree search, but with longer lists, in a storage buffer. Queries
// that overflow here too are counted. They stay marked PATH_OVERFLOW, and the worker pool answers them. There are PATH_SLOTS threads with a
// list each; thread k processes queries k, k + PATH_SLOTS, ...
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

// Maximum length of a thread's list of reached elements. If a traversal needs more, the worker pool answers the query.
override REACHED_LIMIT: u32 = REACHED_CAPACITY;

var<private> reached: u32; // where this thread's list begins in path_data

// Tests whether an element is among the first `count` elements of the list.
fn is_reached(tet: u32, count: u32) -> bool {
  for (var i = 0u; i < count; i++) {
    if (path_data[reached + i] == tet) {
      return true;
    }
  }
  return false;
}

// Does the same as `traverse` in traversal.wgsl, but remembers every visited element (Chen et al. 2023, supplement, 1.2). Elements are
// appended to the list when they are reached, and are visited in this order, so the list contains both the visited elements and those that
// wait.
fn traverse(first: u32, offset: vec3f, goal: Target, may_overshoot: bool, away: bool) -> u32 {
  let distance = length(offset);
  path_data[reached] = first;
  var count = 1u;
  for (var next = 0u; next < count; next++) {
    let tet = path_data[reached + next];
    let vertices = tet_vertices(path_model, tet);
    tets_visited++;
    if (holds_target(goal, tet, vertices)) {
      return VALID;
    }
    if (next == 0u) {
      aim_ray(offset, distance, may_overshoot, away);
    }
    // p lies on all faces that contain its home feature (target.wgsl), so the walk may leave through each of them.
    let exits = exit_faces(vertices) | faces_with_home(vertices);
    for (var i = 0u; i < 4u; i++) {
      if ((exits & (1u << i)) == 0u) {
        continue;
      }
      let beyond = tet_neighbour(path_model, tet, i);
      if ((beyond & BOUNDARY) != 0u || is_reached(beyond, count)) {
        continue;
      }
      if (count == REACHED_LIMIT) {
        return OVERFLOWED;
      }
      path_data[reached + count] = beyond;
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
  reached = topology[WORLD_REACHED] + REACHED_CAPACITY * slot;
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
  undecided_by_culling = 0u;
  bounds_tested = 0u;
  if (!answer_query(i)) {
    atomicAdd(&counters[COUNTER_PATHS_UNANSWERED], 1u);
  }
}
