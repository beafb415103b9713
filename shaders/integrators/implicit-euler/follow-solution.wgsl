// Prepares the product of the system with the solution. Twin of followSolution in
// src/simulation/integrators/implicit-euler/conjugate-gradients.ts. Element: a vertex.
#include /shaders/shared/dispatch.wgsl;
#include /shaders/integrators/implicit-euler/vectors.wgsl;
#reads dispatch_arguments;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = element(id, groups);
  if (i < dispatch_arguments.count) {
    put_vector(VECTOR_DIRECTION, i, vector_at(VECTOR_SOLUTION, i));
  }
}
