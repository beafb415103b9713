// Lists the branched edges: inner edges that their elements go around more than once. Twin of findBranched in
// src/simulation/path/clearance.ts. Culling (culling.wgsl) is only proved for paths that are shorter than the distance from the query point
// to the nearest branched edge.
// Each thread goes around the six edges of an element, and tests those edges of which the element is the one of lowest index. (The CPU
// stores the ring of vertices around each edge. The GPU doesn't, because with the path method 'flood' the list is only needed if queries
// overflow.) The kernel does nothing if culling is off. It runs after folded-edges.wgsl, which empties the lists.
// The elements are the tetrahedra of all bodies. Each thread processes every n-th element, with n the number of threads.
#include /shaders/shared/dispatch.wgsl;
#include /shaders/shared/topology.wgsl;
#include /shaders/shared/position.wgsl;
#include /shaders/path/body-of.wgsl;
#include /shaders/path/corners.wgsl;
#reads parameters, dispatch_arguments;
#atomics path_data;

// For each edge of an element: its two corners, and one of the other two corners, from which is_branched starts.
const EDGES = array<vec3u, 6>(
  vec3u(0u, 1u, 2u), vec3u(0u, 2u, 1u), vec3u(0u, 3u, 1u), vec3u(1u, 2u, 0u), vec3u(1u, 3u, 0u), vec3u(2u, 3u, 0u));

// If the elements go around an edge exactly once, the ring of vertices around the edge crosses any plane through the edge this many times.
// More crossings mean that they go around it more than once.
const UNBRANCHED_CROSSINGS = 2u;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  if (parameters.culling == 0u) {
    return;
  }
  let stride = threads(groups);
  for (var i = element(id, groups); i < dispatch_arguments.count; i += stride) {
    let body = body_of(i, BODY_TET_BASE);
    list_branched(body, i - body_word(body, BODY_TET_BASE));
  }
}

fn list_branched(body: u32, tet: u32) {
  let model = body_model(body);
  let base = body_word(body, BODY_VERTEX_BASE);
  let vertices = tet_vertices(model, tet);
  for (var k = 0u; k < 6u; k++) {
    let corners = EDGES[k];
    let ends = vec2u(vertices[corners.x], vertices[corners.y]);
    if (is_branched(model, base, tet, ends, vertices[corners.z])) {
      add_edge(body, ends);
    }
  }
}

// Appends an edge to the body's list. A count above the list's capacity means that edges are missing; then nothing is culled
// (culling.wgsl).
fn add_edge(body: u32, ends: vec2u) {
  let list = body_word(body, BODY_BRANCHED);
  let k = atomicAdd(&path_data[list], 1u);
  if (k < body_word(body, BODY_BRANCHED_CAPACITY)) {
    atomicStore(&path_data[list + 1u + 2u * k], ends.x);
    atomicStore(&path_data[list + 2u + 2u * k], ends.y);
  }
}

// Tests whether an inner edge is branched, by going around it from vertex `start` of element `first`. The result is false for a boundary
// edge, and if there is an element of lower index than `first`, since that element's thread tests the edge.
fn is_branched(model: u32, base: u32, first: u32, ends: vec2u, start: u32) -> bool {
  let a = position(base + ends.x);
  let normal = normal_to(position(base + ends.y) - a);
  var tet = first;
  var vertex = start;
  var above = dot(normal, position(base + start) - a) >= 0.0;
  var crossings = 0u;
  loop {
    let vertices = tet_vertices(model, tet);
    let beyond = tet_neighbour(model, tet, corner_of(vertices, vertex));
    if ((beyond & BOUNDARY) != 0u || beyond < first) {
      return false;
    }
    vertex = fourth_of(vertices, vec3u(ends, vertex));
    let is_above = dot(normal, position(base + vertex) - a) >= 0.0;
    crossings += u32(is_above != above);
    above = is_above;
    tet = beyond;
    if (tet == first) {
      break;
    }
  }
  return crossings > UNBRANCHED_CROSSINGS;
}

// Returns a direction perpendicular to an edge, and to the axis along which the edge's component is smallest.
fn normal_to(edge: vec3f) -> vec3f {
  let size = abs(edge);
  if (size.x <= size.y && size.x <= size.z) {
    return vec3f(0.0, edge.z, -edge.y);
  }
  return select(vec3f(edge.y, -edge.x, 0.0), vec3f(-edge.z, 0.0, edge.x), size.y <= size.z);
}
