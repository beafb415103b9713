// Access to the world's constant data, which src/gpu/memory/pack-topology.ts packs into one array of 32-bit words. WORLD_*, BODY_* and
// MODEL_* are offsets in the records of the world, of a body and of a model (src/gpu/memory/topology-records.ts). `model` is the index
// of the first word of a model's record. Ids are local to the model unless a name says otherwise.
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

// Tests whether a model has tetrahedra; a sheet has none.
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

// Corners of a body's tetrahedron, by their indices over all bodies.
fn body_tet_vertices(body: u32, tet: u32) -> vec4u {
  return tet_vertices(body_model(body), tet) + body_word(body, BODY_VERTEX_BASE);
}

// Neighbour across the face opposite a corner: the id of a tetrahedron, or BOUNDARY | id of a boundary face.
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

// The two boundary faces at an edge (a, b): first the face whose corners go from a to b, then the one whose corners go from b to a.
fn edge_faces(model: u32, edge: u32) -> vec2u {
  return words2(topology[model + MODEL_EDGE_FACES] + 2u * edge);
}

// Vertex id of the model's surface vertex number `index`. The inverse is surface_index below, which returns NONE for inner vertices.
fn surface_vertex(model: u32, index: u32) -> u32 {
  return topology[topology[model + MODEL_SURFACE_VERTICES] + index];
}

fn surface_index(model: u32, vertex: u32) -> u32 {
  return topology[topology[model + MODEL_SURFACE_INDICES] + vertex];
}

// Boundary faces around surface vertex number `surface` of the model: vertex_face(model, k) for k from .x to .y - 1.
fn vertex_face_range(model: u32, surface: u32) -> vec2u {
  return words2(topology[model + MODEL_VERTEX_FACE_OFFSETS] + surface);
}

fn vertex_face(model: u32, k: u32) -> u32 {
  return topology[topology[model + MODEL_VERTEX_FACES] + k];
}

// Tetrahedra around surface vertex number `surface` of the model: vertex_tet(model, k) for k from .x to .y - 1.
fn vertex_tet_range(model: u32, surface: u32) -> vec2u {
  return words2(topology[model + MODEL_VERTEX_TET_OFFSETS] + surface);
}

fn vertex_tet(model: u32, k: u32) -> u32 {
  return topology[topology[model + MODEL_VERTEX_TETS] + k];
}

// Vertex id, in the world, of the world's k-th surface vertex; world_surface_body gives its body. The list of contact points
// (shaders/detect/points.wgsl) begins with the surface vertices.
fn world_surface_vertex(k: u32) -> u32 {
  return topology[topology[WORLD_POINT_VERTICES] + k];
}

fn world_surface_body(k: u32) -> u32 {
  return topology[topology[WORLD_POINT_BODIES] + k];
}
