// Lists the inner edges that their elements go around more than once. Twin of
// src/simulation/path/clearance.ts, which says why; where it keeps the vertices around every edge, here each edge is walked
// around, from the least of its elements: whoever floods, as most do, never asks, and shouldn't have to store them. Only where candidates are culled.
// Element: a tetrahedron among all bodies', and what lies so many threads ahead: the dispatch may have fewer. After folded-edges.wgsl,
// which empties the lists.
#include /shaders/shared/dispatch.wgsl;
#include /shaders/shared/topology.wgsl;
#include /shaders/shared/position.wgsl;
#include /shaders/path/body-of.wgsl;
#include /shaders/path/corners.wgsl;
#reads parameters, dispatch_arguments;
#atomics path_data;

// For each edge of an element its corners, and one of the other two.
const EDGES = array<vec3u, 6>(
  vec3u(0u, 1u, 2u), vec3u(0u, 2u, 1u), vec3u(0u, 3u, 1u), vec3u(1u, 2u, 0u), vec3u(1u, 3u, 0u), vec3u(2u, 3u, 0u));

// Positive elements cross a plane through their edge twice a turn.
const CROSSINGS = 2u;

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

// The number tells where some are missing.
fn add_edge(body: u32, ends: vec2u) {
  let list = body_word(body, BODY_BRANCHED);
  let k = atomicAdd(&path_data[list], 1u);
  if (k < body_word(body, BODY_BRANCHED_CAPACITY)) {
    atomicStore(&path_data[list + 1u + 2u * k], ends.x);
    atomicStore(&path_data[list + 2u + 2u * k], ends.y);
  }
}

// Walks around an edge, from a vertex of its first element on: not where that isn't the least of them, or the boundary's.
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
  return crossings > CROSSINGS;
}

// A direction perpendicular to an edge, and to the axis that it is farthest from.
fn normal_to(edge: vec3f) -> vec3f {
  let size = abs(edge);
  if (size.x <= size.y && size.x <= size.z) {
    return vec3f(0.0, edge.z, -edge.y);
  }
  return select(vec3f(edge.y, -edge.x, 0.0), vec3f(-edge.z, 0.0, edge.x), size.y <= size.z);
}
