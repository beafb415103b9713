// The body of this thread's query, and the query's point.
#reads topology, positions;

var<private> path_model: u32;
var<private> path_base: u32; // its first vertex
var<private> path_folded_edges: u32; // its first boundary edge in `path_data`
var<private> path_folds: u32; // its first surface vertex in `path_data`
var<private> path_point: vec3f; // p, or the nearest point of its element if p lies outside [m]
var<private> path_shift: vec3f; // rounding error of path_point, to be added to it [m]
var<private> own_vertex: u32; // the query's own vertex, local to the body; no vertex of the body if there is none

fn place(vertex: u32) -> vec3f {
  let i = 3u * (path_base + vertex);
  return vec3f(positions[i], positions[i + 1u], positions[i + 2u]);
}

// A vertex relative to p. Subtracting before summing keeps the significant digits.
fn corner(vertex: u32) -> vec3f {
  return place(vertex) - path_point - path_shift;
}

// A boundary face near a tetrahedron (src/simulation/path/near-face.ts).
fn first_face(model: u32, tet: u32) -> u32 {
  return topology[topology[model + MODEL_FIRST_FACES] + tet];
}
