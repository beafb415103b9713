// Keeps what inertia, gravity and drivers alone have moved; displacements from x0 replace remainders. Twin of
// startFree in src/simulation/integrators/implicit-euler/prediction.ts. Element: a coordinate of a vertex.
#include /shaders/shared/dispatch.wgsl;
#include /shaders/integrators/implicit-euler/vectors.wgsl;
#reads parameters, dispatch_arguments, positions, positions_t0;
#writes linear_vectors, displacements;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = element(id, groups);
  if (i >= dispatch_arguments.count) {
    return;
  }
  let free = displacements[i] + (positions[i] - positions_t0[i]);
  linear_vectors[3u * VECTOR_FREE_MOVES * parameters.vertex_count + i] = free;
  displacements[i] = free;
}
