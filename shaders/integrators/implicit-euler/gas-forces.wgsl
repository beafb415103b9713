// Writes the gas's part of the gradient, or, if `argument` is 1, of the product of system and search direction, to the vector `product`. Twin
// of addGases in src/simulation/integrators/implicit-euler/gas.ts. Element: a vertex.
#include /shaders/shared/dispatch.wgsl;
#include /shaders/constraints/pressure/volume-gradient.wgsl;
#include /shaders/integrators/implicit-euler/vectors.wgsl;
#include /shaders/integrators/implicit-euler/words.wgsl;
#include /shaders/path/body-of.wgsl;
#reads dispatch_arguments, gas_terms;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = element(id, groups);
  let is_product = dispatch_arguments.argument == 1u;
  if (i >= dispatch_arguments.count || (is_product && is_solved())) {
    return;
  }
  let body = body_of(i, BODY_VERTEX_BASE);
  let s = surface_index(body_model(body), i - body_word(body, BODY_VERTEX_BASE));
  var force = vec3f();
  if (s != NONE) {
    force = gas_terms[GAS_TERM_STRIDE * body + GAS_TERM_PUSH] * volume_gradient(body_word(body, BODY_SURFACE_BASE) + s);
  }
  put_vector(VECTOR_PRODUCT, i, force);
}
