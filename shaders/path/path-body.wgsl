// The body that this thread's query asks about, and the query's point.
#reads topology, positions;

var<private> path_model: u32;
var<private> path_base: u32; // its first vertex
var<private> path_folded_edges: u32; // its first boundary edge in `path_data`
var<private> path_folds: u32; // its first surface vertex in `path_data`
var<private> path_point: vec3f; // p, or the point of its element that is nearest [m]
var<private> path_shift: vec3f; // what rounding has taken off that [m]
var<private> own_vertex: u32; // the body's vertex that p is; no vertex of it otherwise

fn place(vertex: u32) -> vec3f {
  let i = 3u * (path_base + vertex);
  return vec3f(positions[i], positions[i + 1u], positions[i + 2u]);
}

// A vertex relative to p: subtracting first keeps the digits that matter.
fn corner(vertex: u32) -> vec3f {
  return place(vertex) - path_point - path_shift;
}

// A boundary face near a tetrahedron: src/simulation/path/near-face.ts.
fn first_face(model: u32, tet: u32) -> u32 {
  return topology[topology[model + MODEL_FIRST_FACES] + tet];
}
