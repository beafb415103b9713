// Data of the thread's query: its body and its point.
#reads topology, positions;

var<private> path_model: u32; // index of the record of the body's model
var<private> path_base: u32; // the body's first vertex
var<private> path_folded_edges: u32; // where the body's marks of folded edges begin in `path_data`: per boundary edge, 1 for a fold, else 0
var<private> path_folded_vertices: u32; // where its marks of folded vertices begin: per surface vertex, 1 for a fold, else 0
var<private> path_point: vec3f; // the query point p; skin.wgsl may replace it by a point of its element [m]
var<private> path_shift: vec3f; // rounding error of path_point: p is exactly path_point + path_shift [m]
var<private> own_vertex: u32; // the query's own vertex, local to the body; if there is none, a number that no vertex has

// Position of a vertex of the body [m].
fn vertex_position(vertex: u32) -> vec3f {
  let i = 3u * (path_base + vertex);
  return vec3f(positions[i], positions[i + 1u], positions[i + 2u]);
}

// Offset from p to a vertex of the body [m]. The two parts of p are subtracted one after the other to keep the significant digits.
fn offset_to(vertex: u32) -> vec3f {
  return vertex_position(vertex) - path_point - path_shift;
}

// Returns the boundary face with which the search begins if p lies in this tetrahedron. It is near the tetrahedron in the rest shape
// (firstFaces in src/simulation/path/near-face.ts).
fn first_face(model: u32, tet: u32) -> u32 {
  return topology[topology[model + MODEL_FIRST_FACES] + tet];
}
