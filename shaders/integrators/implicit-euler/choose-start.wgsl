// Chooses where a body starts the first solve, at the inertial motion or at rest; the vector `direction`, the inertial motion so far, gets
// the way from there to the start. Twin of chooseStart in src/simulation/integrators/implicit-euler/conjugate-gradients.ts. One workgroup per
// body.
#include /shaders/shared/topology.wgsl;
#include /shaders/integrators/implicit-euler/sum.wgsl;
#include /shaders/integrators/implicit-euler/vectors.wgsl;
#reads parameters;

var<workgroup> starts_at_rest: u32;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) thread: u32,
) {
  let body = group.x + group.y * groups.x;
  var first = 0u;
  var end = 0u;
  if (body < parameters.body_count) {
    first = body_word(body, BODY_VERTEX_BASE);
    end = parameters.vertex_count;
    if (body + 1u < parameters.body_count) {
      end = body_word(body + 1u, BODY_VERTEX_BASE);
    }
  }
  // By how much the energy is higher at the inertial motion than at rest, as the linear system says.
  var gain = 0.0;
  for (var v = first + thread; v < end; v += WORKGROUP_SIZE) {
    gain -= dot(vector_at(VECTOR_DIRECTION, v), vector_at(VECTOR_RESIDUAL, v) + 0.5 * vector_at(VECTOR_PRODUCT, v));
  }
  gain = workgroup_sum(gain, thread);
  if (thread == 0u) {
    starts_at_rest = select(0u, 1u, gain > 0.0);
  }
  workgroupBarrier();
  for (var v = first + thread; v < end; v += WORKGROUP_SIZE) {
    let motion = vector_at(VECTOR_DIRECTION, v);
    put_vector(VECTOR_DIRECTION, v, select(vec3f(), -motion, starts_at_rest == 1u));
  }
}
