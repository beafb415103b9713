// Moves vertices to where inertia and the forces of elements would carry each one if its neighbours stayed; the forces of gas are in the vector
// `product`, if there is any. Twin of predictVertices in src/simulation/integrators/implicit-euler/prediction.ts. Element: a vertex.
#include /shaders/shared/dispatch.wgsl;
#include /shaders/integrators/implicit-euler/adds-to-product.wgsl;
#include /shaders/integrators/implicit-euler/element-blocks.wgsl;
#include /shaders/integrators/implicit-euler/element-forces.wgsl;
#include /shaders/integrators/implicit-euler/vectors.wgsl;
#reads parameters, dispatch_arguments, inverse_masses, positions_t0;
#writes positions;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = element(id, groups);
  if (i >= dispatch_arguments.count) {
    return;
  }
  let free = vector_at(VECTOR_FREE_MOVES, i);
  let w = inverse_masses[i];
  if (w == 0.0) {
    put_vector(VECTOR_FORCED_MOVES, i, free);
    put_vector(VECTOR_PREDICTED_MOVES, i, free);
    return;
  }
  var force = element_force(i);
  if (adds_to_product()) {
    force += vector_at(VECTOR_PRODUCT, i);
  }
  let inertia = parameters.inverse_dt * parameters.inverse_dt / w;
  let block = mat3x3f(inertia, 0.0, 0.0, 0.0, inertia, 0.0, 0.0, 0.0, inertia) + element_blocks(i);
  let moves = free - inverse_of(block) * force;
  put_vector(VECTOR_FORCED_MOVES, i, free - force / inertia);
  put_vector(VECTOR_PREDICTED_MOVES, i, moves);
  for (var k = 0u; k < 3u; k++) {
    positions[3u * i + k] = positions_t0[3u * i + k] + moves[k];
  }
}
