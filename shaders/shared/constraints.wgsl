// The material's constraints (springs, elastic tetrahedra) of a model, sorted by colour. Constraints of one colour share no vertex. Each
// field is stored as a column (structure of arrays), so that neighbouring threads read neighbouring words.
#reads topology;

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
