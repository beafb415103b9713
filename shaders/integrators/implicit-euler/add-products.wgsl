// Product of the system and the search direction at each vertex, and per chunk the sum of direction . product. Twin of addUpProducts in
// src/simulation/integrators/implicit-euler/conjugate-gradients.ts. One workgroup per chunk of SUM_CHUNK vertices.
#include /shaders/integrators/implicit-euler/blocks.wgsl;
#include /shaders/integrators/implicit-euler/gather-forces.wgsl;
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
  var sum = 0.0;
  // No vertices once the system is solved. All threads go on to the sum's barrier.
  let end = select(min(SUM_CHUNK * (chunk + 1u), parameters.vertex_count), 0u, is_solved());
  for (var v = SUM_CHUNK * chunk + thread; v < end; v += WORKGROUP_SIZE) {
    let p = vector_at(VECTOR_DIRECTION, v);
    var product = gathered_force(v) + block_at(OWN_BLOCK, v) * p;
    if (adds_to_product()) {
      product += vector_at(VECTOR_PRODUCT, v);
    }
    put_vector(VECTOR_PRODUCT, v, product);
    sum += dot(p, product);
  }
  sum = workgroup_sum(sum, thread);
  if (thread == 0u && SUM_CHUNK * chunk < end) {
    linear_sums[LINEAR_STRIDE + chunk] = sum;
  }
}
