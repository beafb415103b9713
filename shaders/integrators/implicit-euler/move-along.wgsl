// Moves the displacements by the solution, times the length that the line search chose, and positions with them. Twin of `move` in
// src/simulation/integrators/implicit-euler/line-search.ts. `argument` is 1 after a line search. Element: a coordinate of a vertex.
#include /shaders/shared/dispatch.wgsl;
#include /shaders/integrators/implicit-euler/vectors.wgsl;
#reads parameters, dispatch_arguments, positions_t0, linear_vectors, linear_sums;
#writes positions, displacements;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = element(id, groups);
  if (i >= dispatch_arguments.count) {
    return;
  }
  let share = select(1.0, linear_sums[LINEAR_LENGTH], dispatch_arguments.argument == 1u);
  let u = displacements[i] + share * linear_vectors[3u * VECTOR_SOLUTION * parameters.vertex_count + i];
  displacements[i] = u;
  positions[i] = positions_t0[i] + u;
}
