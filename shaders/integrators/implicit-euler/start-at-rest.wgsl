// Keeps what inertia, gravity and drivers alone have moved, and puts vertices back to x0; displacements from x0 replace remainders. Twin of
// startAtRest in src/simulation/integrators/implicit-euler/prediction.ts. Element: a coordinate of a vertex.
#include /shaders/shared/dispatch.wgsl;
#include /shaders/integrators/implicit-euler/vectors.wgsl;
#reads parameters, dispatch_arguments, positions_t0, inverse_masses, remainders_t0;
#writes positions, linear_vectors, displacements;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = element(id, groups);
  if (i >= dispatch_arguments.count) {
    return;
  }
  let free = displacements[i] + (positions[i] - positions_t0[i]);
  linear_vectors[3u * VECTOR_FREE_MOVES * parameters.vertex_count + i] = free;
  let is_held = inverse_masses[i / 3u] == 0.0;
  displacements[i] = select(remainders_t0[i], free, is_held);
  positions[i] = select(positions_t0[i], positions[i], is_held);
}
