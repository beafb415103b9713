// Sums the norms of the residual where the first solve starts, and of that at rest, which is larger by the product of the system and the
// inertial motion: residual . preconditioner residual per chunk, first those, then these. Twin of sumReference in
// src/simulation/integrators/implicit-euler/conjugate-gradients.ts. One workgroup per chunk of SUM_CHUNK vertices.
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
  var start = 0.0;
  var rest = 0.0;
  let end = min(SUM_CHUNK * (chunk + 1u), parameters.vertex_count);
  for (var v = SUM_CHUNK * chunk + thread; v < end; v += WORKGROUP_SIZE) {
    let inverse = block_at(PRECONDITIONER, v);
    let r = vector_at(VECTOR_RESIDUAL, v);
    let at_rest = r + vector_at(VECTOR_PRODUCT, v);
    start += dot(r, inverse * r);
    rest += dot(at_rest, inverse * at_rest);
  }
  start = workgroup_sum(start, thread);
  workgroupBarrier();
  rest = workgroup_sum(rest, thread);
  if (thread == 0u && SUM_CHUNK * chunk < end) {
    linear_sums[LINEAR_STRIDE + chunk] = start;
    linear_sums[LINEAR_STRIDE + chunk_count() + chunk] = rest;
  }
}
