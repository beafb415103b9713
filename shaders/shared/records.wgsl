// Records of the state: the same words as QUERY, PATH, CONTACT, HIT and ATTACHMENT in src/simulation/state.ts
// (a unit test compares them). Constants such as COUNTER_PAIRS, PATH_OVERFLOW, NONE come from src/gpu/constants.ts.

struct Query {
  point: vec3f, // [m]
  vertex: u32, // among all bodies', where the point is a surface vertex, else NONE
  body: u32,
  tet: u32, // local to the body
  source: u32, // number of the point: shaders/detect/points.wgsl
  along: f32, // where on an edge it lies, from 0 to 1
}

struct Path {
  point: vec3f, // closest point of the boundary [m]
  depth: f32, // [m]
  face: u32, // local to the body; NONE without a valid path, PATH_OVERFLOW where another kernel has to answer
  feature: u32, // 0 face, 1..3 edge k-1, 4..6 corner k-4
  b0: f32, // barycentric coordinates of the point
  b1: f32,
}

// (sum of weights_i x_i) . normal >= offset, over the first `count` vertices
struct Contact {
  vertices: array<u32, 8>, // CONTACT_VERTICES, among all bodies'
  weights: array<f32, 8>,
  normal: vec3f,
  offset: f32, // [m]
  lambda: f32, // normal impulse times dt that the projection has applied [kg m]
  colour: u32,
  kind: u32, // CONTACT_KIND_*
  count: u32,
  friction: vec3f, // the tangential one; counts only while lambda > 0
}

struct Attachment {
  goal: vec3f, // [m]; `target` is a reserved word
  vertex: u32, // among all bodies'
  lambda: vec3f,
}

// A vertex that a script moves, and where it is at the end of the step.
struct Driven {
  goal: vec3f, // [m]
  vertex: u32, // among all bodies'
}

// Kind 0, plane: unit normal, offset. Kind 1, bowl: centre, radius, its rim's height, its wall's thickness. All where it stands
// at the end of the step [m]; `moved` is what it moved by in the step.
struct Collider {
  place: vec3f,
  offset: f32,
  moved: vec3f,
  kind: f32,
  rim: f32,
  thickness: f32,
}

// 32 bytes, BOX_STRIDE floats. An empty box has lower > upper.
struct Box {
  lower: vec3f,
  upper: vec3f,
}
