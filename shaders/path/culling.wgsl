// Infeasible-region culling (Chen et al. 2023, supplement, Algorithm 4): discards a candidate s if the faces around s prove that another
// boundary point is nearer to the query point p. Twin of src/simulation/path/culling.ts.
#include /shaders/shared/closest-point.wgsl;
#include /shaders/shared/topology.wgsl;
#include /shaders/path/answer.wgsl;
#include /shaders/path/near-inverted.wgsl;
#include /shaders/path/path-body.wgsl;
#reads parameters, path_data;

// Squared distance from p to the nearest branched edge [m^2], slightly reduced to cover rounding. LARGEST if there is none, 0 if the list
// of branched-edges.wgsl overflowed. Threads wrote the list in any order; this doesn't matter for a minimum. Twin of
// squaredDistanceToBranched in src/simulation/path/clearance.ts.
fn squared_distance_to_branched(body: u32) -> f32 {
  let list = body_word(body, BODY_BRANCHED);
  let count = path_data[list];
  if (count > body_word(body, BODY_BRANCHED_CAPACITY)) {
    return 0.0;
  }
  var nearest = LARGEST;
  for (var k = 0u; k < count; k++) {
    let a = offset_to(path_data[list + 1u + 2u * k]);
    let edge = offset_to(path_data[list + 2u + 2u * k]) - a;
    let gap = a - clamp(dot(a, edge) / dot(edge, edge), -1.0, 0.0) * edge;
    nearest = min(nearest, (1.0 - BALL_SLACK) * dot(gap, gap));
  }
  return nearest;
}

// Rounding error of s - p, relative to the length of the face's first edge.
const OFFSET_ROUNDING = 1e-6;

// Verdicts of `cull`.
const KEEP = 0u; // the candidate may be the answer
const CULL = 1u; // the candidate is proved not to be the answer
const UNDECIDED = 2u; // the proof does not hold: at folds, near inverted elements, and near branched edges

// Whether candidates of this query may be culled.
var<private> is_culling: bool;
// Squared distance from p to the nearest branched edge [m^2]. Culling is only proved for paths shorter than this distance and shorter than
// the distance to the nearest inverted element (inverted_distance_squared).
var<private> unbranched_squared: f32;

// Sets up culling for a query. Culling is off if own_vertex is a corner of the element in which p lies: culling drops a candidate because
// some other boundary point is nearer to p, but here that nearer point could be own_vertex, which is no candidate.
fn begin_culling(query: Query) {
  is_culling = parameters.culling != 0u && !any(tet_vertices(path_model, query.tet) == vec4u(own_vertex));
  if (is_culling) {
    unbranched_squared = squared_distance_to_branched(query.body);
  }
}

// Tests whether a candidate is culled, and counts undecided candidates. Parameters as for cull.
fn is_culled(face: u32, feature: u32, offset: vec3f) -> bool {
  if (!is_culling) {
    return false;
  }
  var verdict = UNDECIDED;
  if (dot(offset, offset) < inverted_distance_squared) {
    verdict = cull(face, feature, offset);
  }
  if (verdict == CULL && dot(offset, offset) >= unbranched_squared) {
    verdict = UNDECIDED;
  }
  undecided_by_culling += u32(verdict == UNDECIDED);
  return verdict == CULL;
}

// Returns the verdict on a candidate. `offset` is s - p [m]; s lies on `feature` of a boundary face.
fn cull(face: u32, feature: u32, offset: vec3f) -> u32 {
  let vertices = face_vertices(path_model, face);
  let first_edge = offset_to(vertices.y) - offset_to(vertices.x);
  // |s - p|^2, enlarged so that FEASIBLE_TOLERANCE times this distance (in clearly_negative) is never below the rounding error of s - p.
  let enlargement = OFFSET_ROUNDING / FEASIBLE_TOLERANCE;
  let distance_squared = dot(offset, offset) + enlargement * enlargement * dot(first_edge, first_edge);
  if (feature == FEATURE_FACE) {
    return cull_face(face, vertices, offset, distance_squared);
  }
  if (feature >= FEATURE_CORNER) {
    let vertex = vertices[feature - FEATURE_CORNER];
    let index = surface_index(path_model, vertex);
    if (path_data[path_folded_vertices + index] != 0u) {
      return UNDECIDED;
    }
    return cull_vertex(vertex, index, offset, distance_squared);
  }
  let a = surface_index(path_model, vertices[feature - 1u]);
  let b = surface_index(path_model, vertices[feature % 3u]);
  if (path_data[path_folded_vertices + a] != 0u && path_data[path_folded_vertices + b] != 0u) {
    return UNDECIDED;
  }
  return cull_edge(face, vertices[feature - 1u], vertices[feature % 3u], feature - 1u, offset, distance_squared);
}

fn cull_face(face: u32, vertices: vec3u, offset: vec3f, distance_squared: f32) -> u32 {
  let a = offset_to(vertices.x);
  let normal = cross(offset_to(vertices.y) - a, offset_to(vertices.z) - a);
  if (!clearly_negative(dot(normal, offset), dot(normal, normal), distance_squared)) {
    return KEEP;
  }
  let tet = tet_vertices(path_model, face_tet(path_model, face));
  // p is on the face's outer side. This culls s, unless the face's element is inverted, that is, its fourth corner is on this side too.
  var height = 0.0;
  for (var i = 0u; i < 4u; i++) {
    if (!any(vertices == vec3u(tet[i]))) {
      height = dot(normal, offset_to(tet[i]) - a);
    }
  }
  return select(UNDECIDED, CULL, height < 0.0);
}

// Judges s at a vertex. Culls s if, seen from s, p lies in the direction of a boundary edge at the vertex: then points of this edge are
// nearer to p.
fn cull_vertex(vertex: u32, index: u32, offset: vec3f, distance_squared: f32) -> u32 {
  let s = offset_to(vertex);
  let around = vertex_face_range(path_model, index);
  for (var k = around.x; k < around.y; k++) {
    let face = face_vertices(path_model, vertex_face(path_model, k));
    let next = select(select(face.x, face.z, face.y == vertex), face.y, face.x == vertex);
    let edge = offset_to(next) - s;
    if (clearly_negative(dot(offset, edge), dot(edge, edge), distance_squared)) {
      return CULL;
    }
  }
  return KEEP;
}

// Judges s on edge `k` of a face. Culls s if, seen from s, p lies in the direction from the edge into its other face: then points of that
// face are nearer to p.
fn cull_edge(face: u32, a: u32, b: u32, k: u32, offset: vec3f, distance_squared: f32) -> u32 {
  let faces = edge_faces(path_model, face_edges(path_model, face)[k]);
  let other = face_vertices(path_model, select(faces.x, faces.y, faces.x == face));
  // The corner of the other face that is not on the edge.
  let is_x = other.x != a && other.x != b;
  let is_y = other.y != a && other.y != b;
  let c = select(select(other.z, other.y, is_y), other.x, is_x);
  let edge = offset_to(b) - offset_to(a);
  let to_c = offset_to(c) - offset;
  let inward = to_c - dot(to_c, edge) / dot(edge, edge) * edge;
  return select(KEEP, CULL, clearly_negative(dot(offset, inward), dot(inward, inward), distance_squared));
}

// Tests whether the dot product of two vectors with these squared lengths is below 0 by more than the tolerance: the cosine of the angle
// between them is below -FEASIBLE_TOLERANCE.
fn clearly_negative(product: f32, a_squared: f32, b_squared: f32) -> bool {
  // Divides by one squared length before multiplying, since in small models the product of all factors is below float32's range.
  return product < 0.0 && product * (product / a_squared) > FEASIBLE_TOLERANCE * FEASIBLE_TOLERANCE * b_squared;
}
