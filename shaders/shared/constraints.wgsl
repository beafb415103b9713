// The material's constraints, in the order of their colours; include after topology.wgsl. Each column lies together
// (structure of arrays), so that neighbouring threads read neighbouring words.

fn spring_vertices(model: u32, spring: u32) -> vec2u {
  let at = topology[model + MODEL_SPRING_VERTICES] + spring;
  return vec2u(topology[at], topology[at + topology[model + MODEL_SPRING_COUNT]]);
}

// [m]
fn spring_rest_length(model: u32, spring: u32) -> f32 {
  return bitcast<f32>(topology[topology[model + MODEL_SPRING_REST_LENGTHS] + spring]);
}

fn elastic_vertices(model: u32, k: u32) -> vec4u {
  let n = topology[model + MODEL_ELASTIC_COUNT];
  let at = topology[model + MODEL_ELASTIC_VERTICES] + k;
  return vec4u(topology[at], topology[at + n], topology[at + 2u * n], topology[at + 3u * n]);
}

fn elastic_column(at: u32, n: u32) -> vec3f {
  return bitcast<vec3f>(vec3u(topology[at], topology[at + n], topology[at + 2u * n]));
}

// Inverse of the rest shape's edge matrix [b-a, c-a, d-a] [1/m].
fn elastic_inverse_rest(model: u32, k: u32) -> mat3x3f {
  let n = topology[model + MODEL_ELASTIC_COUNT];
  let at = topology[model + MODEL_ELASTIC_INVERSE_REST] + k;
  return mat3x3f(elastic_column(at, n), elastic_column(at + 3u * n, n), elastic_column(at + 6u * n, n));
}

// [m^3]
fn elastic_volume(model: u32, k: u32) -> f32 {
  return bitcast<f32>(topology[topology[model + MODEL_ELASTIC_VOLUMES] + k]);
}
