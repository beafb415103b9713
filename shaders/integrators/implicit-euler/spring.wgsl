// A spring of an implicit Euler step. Twin of src/simulation/integrators/implicit-euler/springs.ts.
#include /shaders/shared/material.wgsl;
#include /shaders/shared/position-t0.wgsl;
#include /shaders/constraints/elastic/displacement.wgsl;
#include /shaders/integrators/implicit-euler/spring-hessian.wgsl;
#reads parameters;

struct Spring {
  // Vertex ids in the world.
  vertices: vec2u,
  // From the second vertex to the first, now [m].
  difference: vec3f,
  // Pull along the spring [N], and its derivative by the length [N/m].
  pull: f32,
  stiffness: f32,
}

fn load_spring(body: u32, spring: u32) -> Spring {
  let v = spring_ends(body, spring);
  let before = position_t0(v.x) - position_t0(v.y);
  let difference = before + (displacement(v.x) - displacement(v.y));
  var stiffness = parameters.spring_stiffness;
  var damping_time = parameters.material_damping;
  let material = body_word(body, BODY_MATERIAL);
  if (material != 0u) {
    stiffness = material_number(material, MATERIAL_SPRING_STIFFNESS);
    damping_time = material_number(material, MATERIAL_MATERIAL_DAMPING);
  }
  let damping = damping_time * parameters.inverse_dt;
  let now = length(difference);
  let rest = spring_rest_length(body_model(body), spring - body_word(body, BODY_SPRING_BASE));
  let pull = stiffness * (now - rest + damping * (now - length(before)));
  return Spring(v, difference, pull, stiffness * (1.0 + damping));
}
