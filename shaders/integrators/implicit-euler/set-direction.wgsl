// Sets the search direction: preconditioner times residual, plus a share of the last direction. Twin of setDirection in
// src/simulation/integrators/implicit-euler/conjugate-gradients.ts. Element: a vertex.
#include /shaders/shared/dispatch.wgsl;
#include /shaders/integrators/implicit-euler/blocks.wgsl;
#include /shaders/integrators/implicit-euler/vectors.wgsl;
#include /shaders/integrators/implicit-euler/words.wgsl;
#reads dispatch_arguments, linear_sums;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = element(id, groups);
  if (i >= dispatch_arguments.count || is_solved()) {
    return;
  }
  var direction = block_at(PRECONDITIONER, i) * vector_at(VECTOR_RESIDUAL, i);
  // In the first iteration the last direction is that of another solve.
  let keep = linear_sums[LINEAR_KEEP];
  if (keep != 0.0) {
    direction += keep * vector_at(VECTOR_DIRECTION, i);
  }
  put_vector(VECTOR_DIRECTION, i, direction);
}
