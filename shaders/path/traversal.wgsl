// Algorithm 1: walks from element to element along the segment from p to s, to decide whether the segment is a valid path. Twin of
// src/simulation/path/traversal.ts, which gives the reasons. Each thread has its own lists.
#include /shaders/shared/topology.wgsl;
#include /shaders/path/answer.wgsl;
#include /shaders/path/exit-faces.wgsl;
#include /shaders/path/path-body.wgsl;
#include /shaders/path/target.wgsl;

// Lengths of the lists, and most steps (TRAVERSAL_LIMITS). Tests set smaller ones to reach them.
override BRANCH_LIMIT: u32 = TRAVERSAL_BRANCHES;
override RING_LIMIT: u32 = TRAVERSAL_RING;
override STEP_LIMIT: u32 = TRAVERSAL_STEPS;

// The latest elements visited.
var<private> ring: array<u32, TRAVERSAL_RING>;
// Elements waiting to be visited.
var<private> branches: array<u32, TRAVERSAL_BRANCHES>;

fn in_ring(tet: u32) -> bool {
  for (var i = 0u; i < RING_LIMIT; i++) {
    if (ring[i] == tet) {
      return true;
    }
  }
  return false;
}

// Returns VALID, INVALID or OVERFLOWED. `first` is the element that contains p, `offset` is s - p [m]; `further` and `away` as for
// aim_ray().
fn traverse(first: u32, offset: vec3f, goal: Target, further: bool, away: bool) -> u32 {
  var tet = first;
  var vertices = tet_vertices(path_model, tet);
  tets_visited++;
  if (holds_target(goal, tet, vertices)) {
    return VALID;
  }
  aim_ray(offset, length(offset), further, away);
  for (var i = 0u; i < TRAVERSAL_RING; i++) {
    ring[i] = NONE;
  }
  ring[0] = tet;
  var depth = 0u;
  var steps = 0u;
  loop {
    let exits = exit_faces(vertices) | faces_at_home(vertices);
    for (var i = 0u; i < 4u; i++) {
      if ((exits & (1u << i)) == 0u) {
        continue;
      }
      let next = tet_neighbour(path_model, tet, i);
      if ((next & BOUNDARY) != 0u || in_ring(next)) {
        continue;
      }
      if (depth == BRANCH_LIMIT) {
        return OVERFLOWED;
      }
      branches[depth] = next;
      depth++;
    }
    // A waiting element may have been visited since it was put there.
    var found = false;
    while (depth > 0u && !found) {
      depth--;
      tet = branches[depth];
      found = !in_ring(tet);
    }
    if (!found) {
      break;
    }
    steps++;
    if (steps == STEP_LIMIT) {
      return OVERFLOWED;
    }
    ring[steps % RING_LIMIT] = tet;
    vertices = tet_vertices(path_model, tet);
    tets_visited++;
    if (holds_target(goal, tet, vertices)) {
      return VALID;
    }
  }
  return INVALID;
}
