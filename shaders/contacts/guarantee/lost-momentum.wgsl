// Sums for each body what shortened motions have taken from its momentum, times the time step, and its mass (giveBack in
// src/simulation/contacts/guarantee/momentum.ts). One workgroup per body.
#include /shaders/shared/topology.wgsl;
#include /shaders/contacts/guarantee/held-with.wgsl;
#reads inverse_masses, lost_moves, parameters;
#writes lost_momentum;
#atomics guard;

var<workgroup> sums: array<vec4f, WORKGROUP_SIZE>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) thread: u32,
) {
  let body = group.x + group.y * groups.x;
  var sum = vec4f();
  if (body < parameters.body_count) {
    var end = parameters.vertex_count;
    if (body + 1u < parameters.body_count) {
      end = body_word(body + 1u, BODY_VERTEX_BASE);
    }
    for (var v = body_word(body, BODY_VERTEX_BASE) + thread; v < end; v += WORKGROUP_SIZE) {
      let w = inverse_masses[v];
      if (!(w > 0.0)) {
        sum.w = HELD_MASS; // what holds a vertex takes the momentum up
        break;
      }
      let lost = vec3f(lost_moves[3u * v], lost_moves[3u * v + 1u], lost_moves[3u * v + 2u]);
      let was_cut = atomicLoad(&guard[word_of(WORLD_WAS_CUT, v)]) == 1u;
      sum += vec4f(select(vec3f(), lost / w, was_cut), 1.0 / w);
    }
  }
  sums[thread] = sum;
  workgroupBarrier();
  if (thread > 0u || body >= parameters.body_count) {
    return;
  }
  for (var k = 1u; k < WORKGROUP_SIZE; k++) {
    sum += sums[k];
  }
  for (var k = 0u; k < 4u; k++) {
    lost_momentum[4u * body + k] = sum[k];
  }
}
