// Sums per chunk what `argument` says, SUMS_*: the norm of the residual at rest, residual . preconditioner residual, where it is that of the
// inertial motion and the product of the system with this motion; or solution . residual. Twin of sumReference and sumWork in
// src/simulation/integrators/implicit-euler/conjugate-gradients.ts. One workgroup per chunk of SUM_CHUNK vertices.
#include /shaders/integrators/implicit-euler/blocks.wgsl;
#include /shaders/integrators/implicit-euler/sum.wgsl;
#include /shaders/integrators/implicit-euler/vectors.wgsl;
#reads parameters, dispatch_arguments;
#writes linear_sums;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) thread: u32,
) {
  let chunk = group.x + group.y * groups.x;
  var sum = 0.0;
  let end = min(SUM_CHUNK * (chunk + 1u), parameters.vertex_count);
  for (var v = SUM_CHUNK * chunk + thread; v < end; v += WORKGROUP_SIZE) {
    let r = vector_at(VECTOR_RESIDUAL, v);
    if (dispatch_arguments.argument == SUMS_AT_REST) {
      let at_rest = r + vector_at(VECTOR_PRODUCT, v);
      sum += dot(at_rest, block_at(PRECONDITIONER, v) * at_rest);
    } else {
      sum += dot(vector_at(VECTOR_SOLUTION, v), r);
    }
  }
  sum = workgroup_sum(sum, thread);
  if (thread == 0u && SUM_CHUNK * chunk < end) {
    linear_sums[LINEAR_STRIDE + chunk] = sum;
  }
}
