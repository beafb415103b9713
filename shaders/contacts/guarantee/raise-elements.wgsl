// Pushes flat elements of a free state up to RAISED_TO floors of their volume, each by the way that position-based dynamics would take, which keeps momentum (raiseFlat in
// src/simulation/contacts/guarantee/volumes.ts). As in guard-push.wgsl, all see the same x, and each takes a share of its push. The argument is 0 to count flat
// elements at their vertices; then 1 and on, to push those that were counted. One thread per tetrahedron.
#include /shaders/shared/dispatch.wgsl;
#include /shaders/shared/position.wgsl;
#include /shaders/contacts/guarantee/element-volume.wgsl;
#include /shaders/contacts/guarantee/words.wgsl;
#reads inverse_masses, dispatch_arguments;
#atomics guard, counters;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = element(id, groups);
  if (i >= dispatch_arguments.count || !is_free() || guard_word(GUARD_ROUND) != ROUND_PUSH) {
    return;
  }
  let own = world_element(i);
  let v = own.corners;
  let x = array(position(v.x), position(v.y), position(v.z), position(v.w));
  let volume = determinant3(x[1] - x[0], x[2] - x[0], x[3] - x[0]);
  let goal = RAISED_TO * VOLUME_FLOOR * own.rest;
  if (!(volume < goal)) {
    return;
  }
  var most = 1u;
  var least = 0xffffffffu;
  for (var k = 0u; k < 4u; k++) {
    let count = word_of(WORLD_PUSH_COUNTS, v[k]);
    if (dispatch_arguments.argument == 0u) {
      atomicAdd(&guard[count], 1u);
    }
    let found = atomicLoad(&guard[count]);
    most = max(most, found);
    least = min(least, found);
  }
  if (dispatch_arguments.argument == 0u) {
    add_to_guard_word(GUARD_HITS, 1u);
    return;
  }
  if (least == 0u) {
    return;
  }
  var gradients: array<vec3f, 4>;
  gradients[1] = cross(x[2] - x[0], x[3] - x[0]);
  gradients[2] = cross(x[3] - x[0], x[1] - x[0]);
  gradients[3] = cross(x[1] - x[0], x[2] - x[0]);
  gradients[0] = -gradients[1] - gradients[2] - gradients[3];
  var sum = 0.0;
  for (var k = 0u; k < 4u; k++) {
    sum += inverse_masses[v[k]] * dot(gradients[k], gradients[k]);
  }
  if (!(sum > 0.0)) {
    return;
  }
  if (dispatch_arguments.argument == 1u) {
    atomicAdd(&counters[COUNTER_PUSHED_APART], 1u);
  }
  let share = PUSH_UNIT / f32(most) * (goal - volume) / sum;
  for (var k = 0u; k < 4u; k++) {
    add_push(v[k], share * inverse_masses[v[k]] * gradients[k]);
  }
}
