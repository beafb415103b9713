// The material's constraints (springs, areas, elastic tetrahedra, elements of cloth) of a model, sorted by colour. Constraints of one
// colour share no vertex. Each field is stored as a column (structure of arrays), so that neighbouring threads read neighbouring words.
#reads topology;

// End 0 or 1 of a spring.
fn spring_end(model: u32, spring: u32, end: u32) -> u32 {
  return topology[topology[model + MODEL_SPRING_VERTICES] + end * topology[model + MODEL_SPRING_COUNT] + spring];
}

// The two ends of a spring.
fn spring_vertices(model: u32, spring: u32) -> vec2u {
  let at = topology[model + MODEL_SPRING_VERTICES] + spring;
  return vec2u(topology[at], topology[at + topology[model + MODEL_SPRING_COUNT]]);
}

// Rest length of a spring [m].
fn spring_rest_length(model: u32, spring: u32) -> f32 {
  return bitcast<f32>(topology[topology[model + MODEL_SPRING_REST_LENGTHS] + spring]);
}

// The four corners of elastic tetrahedron k.
fn elastic_vertices(model: u32, k: u32) -> vec4u {
  let n = topology[model + MODEL_ELASTIC_COUNT];
  let at = topology[model + MODEL_ELASTIC_VERTICES] + k;
  return vec4u(topology[at], topology[at + n], topology[at + 2u * n], topology[at + 3u * n]);
}

// Corner 0 to 3 of elastic tetrahedron k.
fn elastic_vertex(model: u32, k: u32, corner: u32) -> u32 {
  return topology[topology[model + MODEL_ELASTIC_VERTICES] + corner * topology[model + MODEL_ELASTIC_COUNT] + k];
}

// Metric M = (D^T D)^-1 of the rest shape of elastic tetrahedron k [1/m^2]. The columns of D are the edges from corner 0. M is symmetric;
// its six numbers are stored in the order 00, 01, 02, 11, 12, 22.
fn elastic_rest_metric(model: u32, k: u32) -> mat3x3f {
  let n = topology[model + MODEL_ELASTIC_COUNT];
  let at = topology[model + MODEL_ELASTIC_REST_METRICS] + k;
  let row0 = bitcast<vec3f>(vec3u(topology[at], topology[at + n], topology[at + 2u * n]));
  let others = bitcast<vec3f>(vec3u(topology[at + 3u * n], topology[at + 4u * n], topology[at + 5u * n]));
  return mat3x3f(row0, vec3f(row0.y, others.xy), vec3f(row0.z, others.yz));
}

// Rest volume of elastic tetrahedron k [m^3].
fn elastic_volume(model: u32, k: u32) -> f32 {
  return bitcast<f32>(topology[topology[model + MODEL_ELASTIC_VOLUMES] + k]);
}

// The three corners of triangle k of a planar body's areas.
fn area_vertices(model: u32, k: u32) -> vec3u {
  let n = topology[model + MODEL_AREA_COUNT];
  let at = topology[model + MODEL_AREA_VERTICES] + k;
  return vec3u(topology[at], topology[at + n], topology[at + 2u * n]);
}

// Rest area of triangle k of a planar body [m^2].
fn rest_area(model: u32, k: u32) -> f32 {
  return bitcast<f32>(topology[topology[model + MODEL_REST_AREAS] + k]);
}

// The three corners of cloth triangle k.
fn cloth_triangle(model: u32, k: u32) -> vec3u {
  let n = topology[model + MODEL_TRIANGLE_COUNT];
  let at = topology[model + MODEL_TRIANGLE_VERTICES] + k;
  return vec3u(topology[at], topology[at + n], topology[at + 2u * n]);
}

// Inverse of the rest edges of cloth triangle k [1/m], upper triangular: deformed edges times this are the deformation gradient.
fn cloth_rest_inverse(model: u32, k: u32) -> mat2x2f {
  let n = topology[model + MODEL_TRIANGLE_COUNT];
  let at = topology[model + MODEL_TRIANGLE_REST_INVERSES] + k;
  let values = bitcast<vec3f>(vec3u(topology[at], topology[at + n], topology[at + 2u * n]));
  return mat2x2f(values.x, 0.0, values.y, values.z);
}

// Rest area times thickness of cloth triangle k [m^3].
fn cloth_volume(model: u32, k: u32) -> f32 {
  return bitcast<f32>(topology[topology[model + MODEL_TRIANGLE_VOLUMES] + k]);
}

// The corners of hinge k of a cloth: ends of the edge, then the corners opposite the edge.
fn cloth_hinge(model: u32, k: u32) -> vec4u {
  let n = topology[model + MODEL_HINGE_COUNT];
  let at = topology[model + MODEL_HINGE_VERTICES] + k;
  return vec4u(topology[at], topology[at + n], topology[at + 2u * n], topology[at + 3u * n]);
}

// Rest angle of hinge k of a cloth [rad].
fn cloth_rest_angle(model: u32, k: u32) -> f32 {
  return bitcast<f32>(topology[topology[model + MODEL_HINGE_REST_ANGLES] + k]);
}

// Stiffness of hinge k of a cloth per flexural rigidity.
fn cloth_hinge_shape(model: u32, k: u32) -> f32 {
  return bitcast<f32>(topology[topology[model + MODEL_HINGE_SHAPES] + k]);
}
