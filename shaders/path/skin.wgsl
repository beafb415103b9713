// Handles query points p that lie on the surface (skin) of their element up to rounding, or outside of the element. Twin of
// src/simulation/path/skin.ts.
#include /shaders/shared/closest-point.wgsl;
#include /shaders/shared/tetrahedron.wgsl;
#include /shaders/shared/topology.wgsl;
#include /shaders/path/answer.wgsl;
#include /shaders/path/path-body.wgsl;
#include /shaders/path/target.wgsl;

// The point nearest to p of an element's faces, or of those faces, edges and vertices of the element that lie on the boundary.
struct SkinPoint {
  squared: f32, // squared distance from p [m^2]
  offset: vec3f, // from p to the point [m]
  vertices: vec3u, // of the triangle on which the point lies; two are equal for an edge, all three for a vertex
  weights: vec3f, // barycentric weights of these vertices
}

// Boundary face that contains a boundary point of p's element within rounding error of p; NONE if there is no such point.
var<private> skin_face: u32;
var<private> skin_offset: vec3f; // from p to this point [m]
var<private> skin_weights: vec3f; // barycentric weights of the face's corners
var<private> skin_reach_squared: f32; // squared rounding error of p and its element [m^2]

// Tests whether p lies on the surface of its element or outside of the element, or so near to the surface that rounding may have moved it
// inside. Sets skin_reach_squared.
fn is_at_skin(vertices: vec4u) -> bool {
  let a = offset_to(vertices.x);
  let b = offset_to(vertices.y);
  let c = offset_to(vertices.z);
  let d = offset_to(vertices.w);
  let from_bc = cross(b, c);
  let from_da = cross(d, a);
  let volumes = vec4f(-dot(d, from_bc), dot(c, from_da), -dot(b, from_da), dot(a, from_bc));
  let reach = POINT_ROUNDING * (dot(abs(path_point), vec3f(1.0)) + dot(abs(d), vec3f(1.0)));
  skin_reach_squared = reach * reach;
  // Bounds the error of `volumes`: p's rounding error times twice the area of any face. (Twice the area is less than the sum of squares.)
  let least = vec4f(reach * (dot(a, a) + dot(b, b) + dot(c, c) + dot(d, d)));
  return !(all(volumes > least) || all(volumes < -least));
}

// Sets the point and the home feature from which the query starts. If p is not inside its element, p is replaced by q, the element's point
// nearest to p, and traversals begin in all elements around the face, edge or vertex on which q lies. Returns true if q lies on the
// boundary, in which case q is the answer.
fn settle(query: Query) -> bool {
  let vertices = tet_vertices(path_model, query.tet);
  let has_own_vertex = any(vertices == vec4u(own_vertex));
  home = vec3u(own_vertex);
  home_count = 1u;
  skin_face = NONE;
  let inside = tet_contains(
    vertex_position(vertices.x), vertex_position(vertices.y), vertex_position(vertices.z), vertex_position(vertices.w), query.point,
    INSIDE_MARGIN);
  if (!is_at_skin(vertices) && inside) {
    return false;
  }
  if (has_own_vertex) {
    // Move p to the query's own vertex, from which rounding may have moved p away. This vertex is no candidate.
    path_point = vertex_position(own_vertex);
    return false;
  }
  if (!inside && move_to_skin(query, vertices)) {
    return true;
  }
  let on_boundary = nearest_on_skin(vertices, true);
  if (on_boundary.squared <= skin_reach_squared) {
    skin_face = boundary_face(vertices_with_weight(on_boundary));
    skin_offset = on_boundary.offset;
    skin_weights = weights_on(skin_face, on_boundary);
  }
  return false;
}

// Replaces p by the nearest point of its element. Returns true if this point lies on a boundary face, and makes it the answer.
fn move_to_skin(query: Query, vertices: vec4u) -> bool {
  let nearest = nearest_on_skin(vertices, false);
  path_point = query.point + nearest.offset;
  path_shift = nearest.offset - (path_point - query.point);
  home = vertices_with_weight(nearest);
  home_count = count_of(home);
  let face = boundary_face(home);
  if (face != NONE) {
    answer_on_skin(face, vec3f(0.0), weights_on(face, nearest));
  }
  return face != NONE;
}

// If `settle` found a boundary point of p's own element within rounding error of p, and the search found none so near, makes this point the
// answer. This happens at folds, where the point may be no candidate.
fn reach_skin() {
  if (skin_face != NONE && best_squared > skin_reach_squared) {
    answer_on_skin(skin_face, skin_offset, skin_weights);
  }
}

// Makes a point of a face the answer, with depth 0. `weights` are the barycentric weights of the face's corners.
fn answer_on_skin(face: u32, offset: vec3f, weights: vec3f) {
  best_offset = offset;
  best_squared = 0.0;
  best_face = face;
  best_weights = weights.xy;
  let has_weight = weights > vec3f(ON_EDGE);
  let count = dot(vec3u(has_weight), vec3u(1u));
  if (count == 3u) {
    best_feature = FEATURE_FACE;
  } else if (count == 2u) {
    best_feature = FEATURE_EDGE + select(select(0u, 2u, !has_weight.y), 1u, !has_weight.x);
  } else {
    best_feature = FEATURE_CORNER + select(select(2u, 1u, has_weight.y), 0u, has_weight.x);
  }
}

// Returns the point nearest to p on the element's faces or, if `on_boundary`, on those of its faces, edges and vertices that lie on the
// boundary.
fn nearest_on_skin(vertices: vec4u, on_boundary: bool) -> SkinPoint {
  var nearest = SkinPoint(LARGEST, vec3f(0.0), vec3u(NONE), vec3f(0.0));
  for (var i = 0u; i < 4u; i++) {
    var range = vec2u(0u, 1u);
    if (on_boundary) {
      range = vec2u(0u);
      let index = surface_index(path_model, vertices[i]);
      if (index != NONE) {
        range = vertex_face_range(path_model, index);
      }
    }
    for (var k = range.x; k < range.y; k++) {
      var triangle = vec3u(vertices[(i + 1u) % 4u], vertices[(i + 2u) % 4u], vertices[(i + 3u) % 4u]);
      if (on_boundary) {
        // The boundary face shares one, two or three vertices with the element. Vertex i, which is one of them, replaces the other corners.
        let face = face_vertices(path_model, vertex_face(path_model, k));
        let is_shared = vec3<bool>(
          any(vertices == vec4u(face.x)), any(vertices == vec4u(face.y)), any(vertices == vec4u(face.z)));
        triangle = select(vec3u(vertices[i]), face, is_shared);
      }
      let closest = closest_point(offset_to(triangle.x), offset_to(triangle.y), offset_to(triangle.z));
      let squared = dot(closest.offset, closest.offset);
      if (squared < nearest.squared) {
        let weights = vec3f(closest.b0, closest.b1, 1.0 - closest.b0 - closest.b1);
        nearest = SkinPoint(squared, closest.offset, triangle, weights);
      }
    }
  }
  return nearest;
}

// Returns the vertices whose weight isn't 0 up to rounding. The first of them replaces the others.
fn vertices_with_weight(point: SkinPoint) -> vec3u {
  let v = point.vertices;
  let has_weight = point.weights > vec3f(ON_EDGE);
  let first = select(select(v.z, v.y, has_weight.y), v.x, has_weight.x);
  return select(vec3u(first), v, has_weight);
}

// Returns the number of different vertices among three.
fn count_of(v: vec3u) -> u32 {
  return 1u + u32(v.y != v.x) + u32(v.z != v.x && v.z != v.y);
}

// Returns a boundary face that has all these vertices as corners, or NONE.
fn boundary_face(v: vec3u) -> u32 {
  let index = surface_index(path_model, v.x);
  if (index == NONE) {
    return NONE;
  }
  let around = vertex_face_range(path_model, index);
  for (var k = around.x; k < around.y; k++) {
    let face = vertex_face(path_model, k);
    let corners = face_vertices(path_model, face);
    if (any(corners == vec3u(v.y)) && any(corners == vec3u(v.z))) {
      return face;
    }
  }
  return NONE;
}

// Returns the barycentric weights of a face's corners at a point. Corners of the face that are not among the point's vertices have
// weight 0.
fn weights_on(face: u32, point: SkinPoint) -> vec3f {
  let corners = face_vertices(path_model, face);
  return select(vec3f(0.0), vec3f(point.weights.x), corners == vec3u(point.vertices.x))
    + select(vec3f(0.0), vec3f(point.weights.y), corners == vec3u(point.vertices.y))
    + select(vec3f(0.0), vec3f(point.weights.z), corners == vec3u(point.vertices.z));
}
