// Walks from element to element along the segment from the query point p to the boundary point s, to decide whether the segment is a valid
// path (Chen et al. 2023, supplement, Algorithm 1). Twin of src/simulation/path/traversal.ts. Each thread has lists of its own.
#include /shaders/shared/topology.wgsl;
#include /shaders/path/answer.wgsl;
#include /shaders/path/exit-faces.wgsl;
#include /shaders/path/path-body.wgsl;
#include /shaders/path/target.wgsl;

// Lengths of the lists, and maximum number of steps (TRAVERSAL_LIMITS in limits.ts). Tests set smaller limits in order to reach them.
override BRANCH_LIMIT: u32 = TRAVERSAL_BRANCHES;
override RING_LIMIT: u32 = TRAVERSAL_RING;
override STEP_LIMIT: u32 = TRAVERSAL_STEPS;

// The elements visited last: a ring buffer.
var<private> ring: array<u32, TRAVERSAL_RING>;
// Elements waiting to be visited.
var<private> branches: array<u32, TRAVERSAL_BRANCHES>;

// Tests whether an element is among those visited last.
fn in_ring(tet: u32) -> bool {
  for (var i = 0u; i < RING_LIMIT; i++) {
    if (ring[i] == tet) {
      return true;
    }
  }
  return false;
}

// Returns VALID, INVALID or OVERFLOWED. `first` is the element that contains p, `offset` is s - p [m]. For `may_overshoot` and `away`,
// see aim_ray.
fn traverse(first: u32, offset: vec3f, goal: Target, may_overshoot: bool, away: bool) -> u32 {
  var tet = first;
  var vertices = tet_vertices(path_model, tet);
  tets_visited++;
  if (holds_target(goal, tet, vertices)) {
    return VALID;
  }
  aim_ray(offset, length(offset), may_overshoot, away);
  for (var i = 0u; i < TRAVERSAL_RING; i++) {
    ring[i] = NONE;
  }
  ring[0] = tet;
  var depth = 0u;
  var steps = 0u;
  loop {
    let exits = exit_faces(vertices) | faces_with_home(vertices);
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
    // An element in the list may have been visited since it was added.
    var has_next = false;
    while (depth > 0u && !has_next) {
      depth--;
      tet = branches[depth];
      has_next = !in_ring(tet);
    }
    if (!has_next) {
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
