// Tests the boundary faces that a search (`find_path`) finds. The candidate s of a face is its point closest to the query point p; it
// becomes the answer if a valid path leads to it. Twin of src/simulation/path/candidate.ts. The kernel also includes one file that defines
// `traverse` (traversal.wgsl, or shortest-path-large.wgsl itself), and one that defines `is_culled` (culling.wgsl or flood/flood.wgsl).
// Terms, such as lifted line: src/simulation/path/shortest-path.ts.
#include /shaders/shared/closest-point.wgsl;
#include /shaders/shared/topology.wgsl;
#include /shaders/path/answer.wgsl;
#include /shaders/path/near-inverted.wgsl;
#include /shaders/path/path-body.wgsl;
#include /shaders/path/skin.wgsl;
#include /shaders/path/target.wgsl;
#reads path_data;

// Rounding error of p's height over a face, relative to the product of the lengths from which the height is computed. It is larger than in
// the twin, because kernels compute in float32.
const HEIGHT_ROUNDING = 4e-6;

// Tests whether a path can end at s: the path must arrive from the inner side of the boundary. Twin of mayEnd in
// src/simulation/path/culling.ts. The test is not valid if an inverted element covers p. `offset` is s - p [m]; s lies on `feature` of a
// boundary face.
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
    return path_data[path_folded_vertices + index] != 0u;
  }
  let edge = face_edges(path_model, face)[feature - 1u];
  let faces = edge_faces(path_model, edge);
  return is_behind(face_vertices(path_model, select(faces.x, faces.y, faces.x == face)), offset)
    || path_data[path_folded_edges + edge] != 0u;
}

// Tests whether p is, up to rounding, on the inner side of a face that contains s.
fn is_behind(vertices: vec3u, offset: vec3f) -> bool {
  let a = offset_to(vertices.x);
  let u = offset_to(vertices.y) - a;
  let v = offset_to(vertices.z) - a;
  return dot(cross(u, v), offset) >= -HEIGHT_ROUNDING * length(u) * length(v) * (length(offset) + length(u));
}

// The vertices and edges that this query's traversals last found unreachable, so that they are not tested again for each face around them.
// A ring buffer of keys (see try_face), and the number of all keys written so far.
var<private> rejected: array<u32, REJECTED>;
var<private> rejected_count: u32;

// Returns the point of a boundary face that is closest to p, and counts it as a candidate.
fn closest_on_face(face: u32) -> ClosestPoint {
  candidates++;
  let v = face_vertices(path_model, face);
  return closest_point(offset_to(v.x), offset_to(v.y), offset_to(v.z));
}

// Begins a query. Returns true if p lies on a boundary face of its element, which is then already the answer.
fn begin_query(query: Query) -> bool {
  path_model = body_model(query.body);
  path_base = body_word(query.body, BODY_VERTEX_BASE);
  path_folded_vertices = body_word(query.body, BODY_FOLDED_VERTICES);
  path_folded_edges = body_word(query.body, BODY_FOLDED_EDGES);
  path_point = query.point;
  path_shift = vec3f(0.0);
  own_vertex = query.vertex - path_base;
  best_face = NONE;
  best_squared = LARGEST;
  if (settle(query)) {
    return true;
  }
  look_for_inverted(query.body);
  begin_culling(query);
  rejected_count = 0u;
  for (var i = 0u; i < REJECTED; i++) {
    rejected[i] = NONE;
  }
  return false;
}

// Makes the point of a face that is closest to p the answer, if it is nearer than the answer so far and a valid path leads to it. Returns
// false if the traversal reached its limits.
fn try_face(face: u32, query: Query) -> bool {
  if (face == best_face) {
    return true;
  }
  let closest = closest_on_face(face);
  let squared = dot(closest.offset, closest.offset);
  if (squared > best_squared || (squared == best_squared && !comes_before(closest.offset, best_offset))) {
    return true;
  }
  let vertices = face_vertices(path_model, face);
  var key = NONE; // identifies the vertex or edge on which s lies; the same for all faces around it
  if (closest.feature >= FEATURE_CORNER) {
    let vertex = vertices[closest.feature - FEATURE_CORNER];
    key = 2u * vertex;
    if (vertex == own_vertex) {
      return true; // the query's own vertex is no candidate
    }
  } else if (closest.feature != FEATURE_FACE) {
    key = 2u * face_edges(path_model, face)[closest.feature - 1u] + 1u;
  }
  if (key != NONE && is_rejected(key)) {
    return true;
  }
  // If an inverted element covers p, a lifted line may leave p in the direction away from s and come back (Chen et al. 2023, figure 6c).
  let may_be_covered = inverted_distance_squared == 0.0;
  if (!may_be_covered && !may_end(face, vertices, closest.feature, closest.offset)) {
    return true;
  }
  if (is_culled(face, closest.feature, closest.offset)) {
    return true;
  }
  traversals++;
  let weights = vec3f(closest.b0, closest.b1, 1.0 - closest.b0 - closest.b1);
  let goal = aim_at(face_tet(path_model, face), vertices, weights);
  let directions = select(1u, 2u, may_be_covered); // towards s, then away from s
  var outcome = INVALID;
  for (var k = 0u; k < directions && outcome == INVALID; k++) {
    outcome = traverse(query.tet, closest.offset, goal, squared >= inverted_distance_squared, k == 1u);
  }
  if (outcome == VALID) {
    best_offset = closest.offset;
    best_squared = squared;
    best_face = face;
    best_feature = closest.feature;
    best_weights = vec2f(closest.b0, closest.b1);
  } else if (outcome == INVALID && key != NONE) {
    rejected[rejected_count % REJECTED] = key;
    rejected_count++;
  }
  return outcome != OVERFLOWED;
}

// Compares equally distant boundary points: the one with the smaller coordinates comes first.
fn comes_before(a: vec3f, b: vec3f) -> bool {
  return a.x < b.x || (a.x == b.x && (a.y < b.y || (a.y == b.y && a.z < b.z)));
}

fn is_rejected(key: u32) -> bool {
  for (var i = 0u; i < REJECTED; i++) {
    if (rejected[i] == key) {
      return true;
    }
  }
  return false;
}

// Finds a boundary face near p, by moving over the surface from face to face. Twin of slideToNearFace in
// src/simulation/path/near-face.ts.
fn slide_to_near_face(tet: u32) -> u32 {
  var face = first_face(path_model, tet);
  var closest = closest_on_face(face);
  var squared = dot(closest.offset, closest.offset);
  var last = face;
  for (var slide = 0u; slide < MAX_SLIDES && closest.feature != FEATURE_FACE; slide++) {
    let feature = closest.feature;
    var next = face;
    let edges = face_edges(path_model, face);
    for (var k = 0u; k < 3u; k++) {
      if (!is_beside_edge(feature, k)) {
        continue;
      }
      let faces = edge_faces(path_model, edges[k]);
      let across = select(faces.x, faces.y, faces.x == face);
      if (across == last) {
        continue;
      }
      let there = closest_on_face(across);
      if (dot(there.offset, there.offset) < squared) {
        squared = dot(there.offset, there.offset);
        closest = there;
        next = across;
      }
    }
    if (next == face) {
      return face;
    }
    last = face;
    face = next;
  }
  return face;
}

// Tests whether a feature of a face is its edge k or an end of this edge.
fn is_beside_edge(feature: u32, k: u32) -> bool {
  return select(feature - FEATURE_EDGE == k, feature - FEATURE_CORNER != (k + 2u) % 3u, feature >= FEATURE_CORNER);
}
