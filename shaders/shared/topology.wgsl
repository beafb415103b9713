// Access to the world's constant data, packed into one array of words by src/gpu/memory/pack-topology.ts.
// WORLD_*, BODY_* and MODEL_* are offsets of words in the array's records (src/gpu/memory/topology-records.ts).
// `model` is the word at which a model's record starts. Ids are local to the model unless a name says otherwise.
#reads topology;

fn body_word(body: u32, field: u32) -> u32 {
  return topology[WORLD_STRIDE + body * BODY_STRIDE + field];
}

fn body_model(body: u32) -> u32 {
  return body_word(body, BODY_MODEL);
}

fn model_thickness(model: u32) -> f32 {
  return bitcast<f32>(topology[model + MODEL_THICKNESS]);
}

// Whether a model has tetrahedra; a sheet has none.
fn has_volume(model: u32) -> bool {
  return topology[model + MODEL_TET_COUNT] > 0u;
}

fn words2(at: u32) -> vec2u {
  return vec2u(topology[at], topology[at + 1u]);
}

fn words3(at: u32) -> vec3u {
  return vec3u(topology[at], topology[at + 1u], topology[at + 2u]);
}

fn words4(at: u32) -> vec4u {
  return vec4u(topology[at], topology[at + 1u], topology[at + 2u], topology[at + 3u]);
}

fn tet_vertices(model: u32, tet: u32) -> vec4u {
  return words4(topology[model + MODEL_TETS] + 4u * tet);
}

// Returns the neighbour across the face opposite a corner: a tetrahedron, or BOUNDARY | face if that face is a boundary face.
fn tet_neighbour(model: u32, tet: u32, corner: u32) -> u32 {
  return topology[topology[model + MODEL_NEIGHBOURS] + 4u * tet + corner];
}

fn face_vertices(model: u32, face: u32) -> vec3u {
  return words3(topology[model + MODEL_FACES] + 3u * face);
}

fn face_tet(model: u32, face: u32) -> u32 {
  return topology[topology[model + MODEL_FACE_TETS] + face];
}

// Edge k of a boundary face joins its corners k and (k+1) % 3.
fn face_edges(model: u32, face: u32) -> vec3u {
  return words3(topology[model + MODEL_FACE_EDGES] + 3u * face);
}

fn edge_vertices(model: u32, edge: u32) -> vec2u {
  return words2(topology[model + MODEL_EDGES] + 2u * edge);
}

// Returns the two boundary faces at an edge with the vertices a, b: first the face whose boundary runs from a to b, then the other.
fn edge_faces(model: u32, edge: u32) -> vec2u {
  return words2(topology[model + MODEL_EDGE_FACES] + 2u * edge);
}

// Vertex id of a surface vertex; surface_index below is the inverse (NONE for inner vertices).
fn surface_vertex(model: u32, index: u32) -> u32 {
  return topology[topology[model + MODEL_SURFACE_VERTICES] + index];
}

fn surface_index(model: u32, vertex: u32) -> u32 {
  return topology[topology[model + MODEL_SURFACE_INDICES] + vertex];
}

// Boundary faces around a surface vertex: vertex_face(model, k) for k from .x up to .y.
fn vertex_face_range(model: u32, surface: u32) -> vec2u {
  return words2(topology[model + MODEL_VERTEX_FACE_OFFSETS] + surface);
}

fn vertex_face(model: u32, k: u32) -> u32 {
  return topology[topology[model + MODEL_VERTEX_FACES] + k];
}

// Tetrahedra around a surface vertex: vertex_tet(model, k) for k from .x up to .y.
fn vertex_tet_range(model: u32, surface: u32) -> vec2u {
  return words2(topology[model + MODEL_VERTEX_TET_OFFSETS] + surface);
}

fn vertex_tet(model: u32, k: u32) -> u32 {
  return topology[topology[model + MODEL_VERTEX_TETS] + k];
}

// World vertex id of the world's k-th surface vertex; world_surface_body gives its body. Surface vertices are the first contact points
// (shaders/detect/points.wgsl).
fn world_surface_vertex(k: u32) -> u32 {
  return topology[topology[WORLD_POINT_VERTICES] + k];
}

fn world_surface_body(k: u32) -> u32 {
  return topology[topology[WORLD_POINT_BODIES] + k];
}
