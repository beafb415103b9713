// Moves vertices by the sums of their pushes. The argument is 1 for the last time after a look: then those of listed pairs are due in the next one, and no others. Thread: a vertex.
#include /shaders/shared/dispatch.wgsl;
#include /shaders/shared/remainder.wgsl;
#include /shaders/contacts/guarantee/words.wgsl;
#reads dispatch_arguments;
#atomics guard;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let v = element(id, groups);
  if (v >= dispatch_arguments.count) {
    return;
  }
  let is_last = dispatch_arguments.argument == 1u;
  let count = word_of(WORLD_PUSH_COUNTS, v);
  let look = word_of(WORLD_LOOKS, v);
  if (is_last && v == 0u) {
    put_guard_word(GUARD_PUSHES, 0u);
  }
  if (atomicLoad(&guard[count]) == 0u) {
    if (is_last) {
      atomicAnd(&guard[look], LOOK_IS_HIT);
    }
    return;
  }
  var sum: vec3i;
  for (var k = 0u; k < 3u; k++) {
    sum[k] = bitcast<i32>(atomicExchange(&guard[word_of(WORLD_PUSH_SUMS, 3u * v + k)], 0u));
  }
  if (any(sum != vec3i())) {
    move_position(v, vec3f(sum) / PUSH_UNIT);
  }
  if (is_last) {
    atomicStore(&guard[count], 0u);
    atomicStore(&guard[look], LOOK_IS_DUE | LOOK_IS_HIT); // the latter until colliders have seen it
  }
}
