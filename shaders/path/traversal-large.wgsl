// The traversal for queries that overflowed: every visited element is remembered, in storage (supplement, 1.2). Elements are listed as
// they are reached and visited in that order, so one list holds both the visited and the waiting ones.
#include /shaders/shared/topology.wgsl;
#include /shaders/path/answer.wgsl;
#include /shaders/path/exit-faces.wgsl;
#include /shaders/path/path-body.wgsl;
#include /shaders/path/target.wgsl;
#writes path_data;

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
