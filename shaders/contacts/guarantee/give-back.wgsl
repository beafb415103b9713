// Gives the momentum that shortened motions have lost back, as one velocity of a whole group of bodies. A group with a held vertex gets nothing. One
// thread per vertex.
#include /shaders/shared/dispatch.wgsl;
#include /shaders/path/body-of.wgsl;
#include /shaders/contacts/guarantee/held-with.wgsl;
#reads parameters, dispatch_arguments, lost_momentum;
#writes velocities;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let v = element(id, groups);
  if (v >= dispatch_arguments.count || guard_word(GUARD_CUT) == 0u) {
    return;
  }
  let at = 4u * root_of(body_of(v, BODY_VERTEX_BASE));
  let mass = lost_momentum[at + 3u];
  if (!(mass > 0.0 && mass < HELD_MASS)) {
    return;
  }
  for (var k = 0u; k < 3u; k++) {
    velocities[3u * v + k] += lost_momentum[at + k] / mass * parameters.inverse_dt;
  }
}
