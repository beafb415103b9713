// Moves the solution along the search direction, updates the residual, and sums residual . preconditioner residual per chunk. Twin of
// moveSolution in src/simulation/integrators/implicit-euler/conjugate-gradients.ts. One workgroup per chunk of SUM_CHUNK vertices.
#include /shaders/integrators/implicit-euler/blocks.wgsl;
#include /shaders/integrators/implicit-euler/sum.wgsl;
#include /shaders/integrators/implicit-euler/vectors.wgsl;
#include /shaders/integrators/implicit-euler/words.wgsl;
#reads parameters;
#writes linear_sums;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) thread: u32,
) {
  let chunk = group.x + group.y * groups.x;
  let step = linear_sums[LINEAR_STEP];
  var sum = 0.0;
  let end = select(min(SUM_CHUNK * (chunk + 1u), parameters.vertex_count), 0u, is_solved());
  for (var v = SUM_CHUNK * chunk + thread; v < end; v += WORKGROUP_SIZE) {
    put_vector(VECTOR_SOLUTION, v, vector_at(VECTOR_SOLUTION, v) + step * vector_at(VECTOR_DIRECTION, v));
    let r = vector_at(VECTOR_RESIDUAL, v) - step * vector_at(VECTOR_PRODUCT, v);
    put_vector(VECTOR_RESIDUAL, v, r);
    sum += dot(r, block_at(PRECONDITIONER, v) * r);
  }
  sum = workgroup_sum(sum, thread);
  if (thread == 0u && SUM_CHUNK * chunk < end) {
    linear_sums[LINEAR_STRIDE + chunk] = sum;
  }
}
