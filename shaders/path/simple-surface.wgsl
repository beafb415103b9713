// Whether the faces around a surface vertex go around their common normal exactly once, each of them forward. Twin of isSurfaceSimple in
// src/simulation/path/folds.ts, which gives the reasons.
#include /shaders/shared/position.wgsl;
#include /shaders/shared/topology.wgsl;

const FACING = 1e-3; // as in the twin

fn is_surface_simple(model: u32, base: u32, index: u32) -> bool {
  let vertex = surface_vertex(model, index);
  let range = vertex_face_range(model, index);
  var normal = vec3f(0.0);
  for (var k = range.x; k < range.y; k++) {
    let sides = face_sides(model, base, vertex_face(model, k), vertex);
    normal += cross(sides[0], sides[1]);
  }
  let facing = FACING * length(normal);
  var perpendicular = vec3f(0.0);
  var turns_made = 0u;
  for (var k = range.x; k < range.y; k++) {
    let sides = face_sides(model, base, vertex_face(model, k), vertex);
    let spanned = cross(sides[0], sides[1]);
    if (!(dot(spanned, normal) > facing * length(spanned))) {
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

// The vectors from the vertex to the face's other two, in the face's order.
fn face_sides(model: u32, base: u32, face: u32, vertex: u32) -> mat2x3f {
  let corners = face_vertices(model, face);
  let turned = select(select(corners.zxy, corners.yzx, corners.y == vertex), corners, corners.x == vertex);
  let apex = position(base + vertex);
  return mat2x3f(position(base + turned.y) - apex, position(base + turned.z) - apex);
}
