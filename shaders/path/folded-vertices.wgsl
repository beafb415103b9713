// Marks the surface vertices that are folds: their solid angle exceeds 4 pi, an element around them is inverted or flat, their faces may
// cross one another, or they touch a folded edge. Twin of phase 1 of src/simulation/path/folds.ts. Runs after folded-edges.wgsl. One thread
// per surface vertex, over all bodies.
#include /shaders/shared/dispatch.wgsl;
#include /shaders/shared/topology.wgsl;
#include /shaders/shared/position.wgsl;
#include /shaders/path/turning.wgsl;
#include /shaders/path/corners.wgsl;
#reads dispatch_arguments;
#writes path_data;

// Minimum cosine of the angle between a face's normal and the sum of the normals around the vertex. The twin has the same value.
const MIN_COSINE = 1e-3;

// Tests whether the faces around a surface vertex, projected along the sum of their normals, go around the vertex exactly once, with none
// of them upside down. Twin of isSurfaceSimple in src/simulation/path/folds.ts.
fn is_surface_simple(model: u32, base: u32, index: u32) -> bool {
  let vertex = surface_vertex(model, index);
  let range = vertex_face_range(model, index);
  var normal = vec3f(0.0);
  for (var k = range.x; k < range.y; k++) {
    let sides = face_sides(model, base, vertex_face(model, k), vertex);
    normal += cross(sides[0], sides[1]);
  }
  let least = MIN_COSINE * length(normal);
  var perpendicular = vec3f(0.0);
  var turns_made = 0u;
  for (var k = range.x; k < range.y; k++) {
    let sides = face_sides(model, base, vertex_face(model, k), vertex);
    let spanned = cross(sides[0], sides[1]);
    if (!(dot(spanned, normal) > least * length(spanned))) {
      return false;
    }
    if (k == range.x) {
      perpendicular = cross(normal, sides[0]);
    }
    if (dot(perpendicular, sides[0]) < 0.0 && dot(perpendicular, sides[1]) >= 0.0) {
      turns_made++;
    }
  }
  return turns_made == 1u;
}

// Returns the vectors from a vertex of a face to the face's other two vertices, in the face's order.
fn face_sides(model: u32, base: u32, face: u32, vertex: u32) -> mat2x3f {
  let corners = face_vertices(model, face);
  let rotated = select(select(corners.zxy, corners.yzx, corners.y == vertex), corners, corners.x == vertex);
  let apex = position(base + vertex);
  return mat2x3f(position(base + rotated.y) - apex, position(base + rotated.z) - apex);
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = element(id, groups);
  if (i >= dispatch_arguments.count) {
    return;
  }
  let body = world_surface_body(i);
  let index = i - body_word(body, BODY_SURFACE_BASE);
  path_data[body_word(body, BODY_FOLDED_VERTICES) + index] = u32(touches_folded_edge(body, index) || is_folded(body, index));
}

fn touches_folded_edge(body: u32, index: u32) -> bool {
  let model = body_model(body);
  let vertex = surface_vertex(model, index);
  let around = vertex_face_range(model, index);
  for (var k = around.x; k < around.y; k++) {
    let face = vertex_face(model, k);
    let corners = face_vertices(model, face);
    // Tests only the edge of the face that starts at the vertex. The edge that ends there starts at the vertex in the next face.
    let edge = select(select(2u, 1u, corners.y == vertex), 0u, corners.x == vertex);
    if (path_data[body_word(body, BODY_FOLDED_EDGES) + face_edges(model, face)[edge]] != 0u) {
      return true;
    }
  }
  return false;
}

// For each corner of a tetrahedron the three other corners, ordered so that the determinant of the edges to them is positive.
const AROUND = array<vec3u, 4>(vec3u(1u, 2u, 3u), vec3u(0u, 3u, 2u), vec3u(0u, 1u, 3u), vec3u(0u, 2u, 1u));

// Tests whether a vertex is a fold by the solid angles of the elements around it, half of which it sums. Folded edges at the vertex are
// not tested here. Source: Van
// Oosterom and Strackee 1983.
fn is_folded(body: u32, index: u32) -> bool {
  let model = body_model(body);
  if (!has_volume(model)) {
    return false;
  }
  let base = body_word(body, BODY_VERTEX_BASE);
  let vertex = surface_vertex(model, index);
  let apex = position(base + vertex);
  let range = vertex_tet_range(model, index);
  begin_turning();
  for (var k = range.x; k < range.y; k++) {
    let vertices = tet_vertices(model, vertex_tet(model, k));
    let around = AROUND[corner_of(vertices, vertex)];
    let a = position(base + vertices[around.x]) - apex;
    let b = position(base + vertices[around.y]) - apex;
    let c = position(base + vertices[around.z]) - apex;
    turn_solid_angle(a, b, c);
  }
  return has_folded() || !is_surface_simple(model, base, index);
}

// Adds half the solid angle between three vectors.
fn turn_solid_angle(a: vec3f, b: vec3f, c: vec3f) {
  let la = length(a);
  let lb = length(b);
  let lc = length(c);
  turn(vec2f(la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb, dot(a, cross(b, c))));
}
