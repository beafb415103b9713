// Pressure and stiffness of each body's gas, or, if `argument` is 1, how much it pushes if the body moves along the search direction. Twin of
// writeGases and multiplyGases in src/simulation/integrators/implicit-euler/gas.ts. One workgroup per body.
#include /shaders/shared/position.wgsl;
#include /shaders/constraints/pressure/first-surface-vertex.wgsl;
#include /shaders/constraints/pressure/volume-gradient.wgsl;
#include /shaders/integrators/implicit-euler/sum.wgsl;
#include /shaders/integrators/implicit-euler/vectors.wgsl;
#include /shaders/integrators/implicit-euler/words.wgsl;
#reads parameters, dispatch_arguments, gases;
#writes gas_terms;

// @param volume of the body [m^3]
fn write_gas(body: u32, volume: f32) {
  let rest_volume = gases[body].rest_volume;
  let least = MIN_VOLUME_SHARE * rest_volume;
  var pressure = 0.0;
  if (rest_volume > 0.0) {
    pressure = parameters.pressure * rest_volume / max(volume, least);
  }
  let at = GAS_TERM_STRIDE * body;
  gas_terms[at + GAS_TERM_PRESSURE] = pressure;
  gas_terms[at + GAS_TERM_STIFFNESS] = select(0.0, pressure / volume, volume > least);
  gas_terms[at + GAS_TERM_VOLUME] = volume;
  gas_terms[at + GAS_TERM_LEAST_VOLUME] = least;
  gas_terms[at + GAS_TERM_PUSH] = -pressure;
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) thread: u32,
) {
  let body = group.x + group.y * groups.x;
  let is_product = dispatch_arguments.argument == 1u;
  var sum = 0.0;
  // Nothing once the system is solved. All threads go on to the sum's barrier.
  if (body < parameters.body_count && !(is_product && is_solved())) {
    let end = first_surface_vertex(body + 1u);
    let reference = position(body_word(body, BODY_VERTEX_BASE));
    for (var s = first_surface_vertex(body) + thread; s < end; s += WORKGROUP_SIZE) {
      let v = world_surface_vertex(s);
      let d = select(position(v) - reference, vector_at(VECTOR_DIRECTION, v), is_product);
      sum += dot(d, volume_gradient(s));
    }
  }
  sum = workgroup_sum(sum, thread);
  if (thread > 0u || body >= parameters.body_count) {
    return;
  }
  if (!is_product) {
    write_gas(body, sum / 3.0);
  } else if (!is_solved()) {
    let at = GAS_TERM_STRIDE * body;
    gas_terms[at + GAS_TERM_PUSH] = gas_terms[at + GAS_TERM_STIFFNESS] * sum;
  }
}
