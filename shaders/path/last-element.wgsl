// Whether a path can end at s at all: its last piece must lie behind the boundary there. Twin of mayEnd in
// src/simulation/path/culling.ts, which gives the reasons. The test does not hold if an inverted element covers p.
#include /shaders/shared/closest-point.wgsl;
#include /shaders/shared/topology.wgsl;
#include /shaders/path/path-body.wgsl;
#reads path_data;

// Rounding error of p's height over a face, as a share of the product of the lengths that it is computed from; larger than the twin's.
const HEIGHT_ROUNDING = 4e-6;

// `offset` is s - p [m]; s lies on `feature` of a boundary face.
fn may_end(face: u32, vertices: vec3u, feature: u32, offset: vec3f) -> bool {
  if (is_behind(vertices, offset)) {
    return true;
  }
  if (feature == FEATURE_FACE) {
    return false;
  }
  if (feature >= FEATURE_CORNER) {
    let index = surface_index(path_model, vertices[feature - FEATURE_CORNER]);
    let around = vertex_face_range(path_model, index);
    for (var k = around.x; k < around.y; k++) {
      if (is_behind(face_vertices(path_model, vertex_face(path_model, k)), offset)) {
        return true;
      }
    }
    return path_data[path_folds + index] != 0u;
  }
  let edge = face_edges(path_model, face)[feature - 1u];
  let faces = edge_faces(path_model, edge);
  return is_behind(face_vertices(path_model, select(faces.x, faces.y, faces.x == face)), offset)
    || path_data[path_folded_edges + edge] != 0u;
}

// Whether p is on the inner side of a face that holds s, up to rounding.
fn is_behind(vertices: vec3u, offset: vec3f) -> bool {
  let a = corner(vertices.x);
  let u = corner(vertices.y) - a;
  let v = corner(vertices.z) - a;
  return dot(cross(u, v), offset) >= -HEIGHT_ROUNDING * length(u) * length(v) * (length(offset) + length(u));
}
