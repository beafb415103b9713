// Begins the guarantee of a step (src/simulation/contacts/guarantee/kernels.ts). One thread per vertex or body, whichever are more.
#include /shaders/shared/dispatch.wgsl;
#include /shaders/contacts/guarantee/words.wgsl;
#reads parameters, dispatch_arguments;
#atomics guard;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = element(id, groups);
  if (i >= dispatch_arguments.count) {
    return;
  }
  if (i < parameters.vertex_count) {
    atomicStore(&guard[word_of(WORLD_TANGLES, i)], 0u);
    atomicStore(&guard[word_of(WORLD_LOOKS, i)], LOOK_IS_DUE); // the first look tests all pairs
    atomicStore(&guard[word_of(WORLD_CUTS, i)], 0u);
    atomicStore(&guard[word_of(WORLD_WAS_CUT, i)], 0u);
    atomicStore(&guard[word_of(WORLD_PUSH_COUNTS, i)], 0u);
    for (var k = 0u; k < 3u; k++) {
      atomicStore(&guard[word_of(WORLD_PUSH_SUMS, 3u * i + k)], 0u);
    }
  }
  if (i < parameters.body_count) {
    atomicStore(&guard[word_of(WORLD_HELD_WITH, i)], i);
    atomicStore(&guard[word_of(WORLD_RETURNS, i)], 0u);
  }
  if (i > 0u) {
    return;
  }
  for (var word = 0u; word < GUARD_STRIDE; word++) {
    put_guard_word(word, 0u);
  }
  let now = parameters.step + 1u;
  let is_known = atomicLoad(&guard[FREEDOM_FREE]) == now;
  put_guard_word(GUARD_IS_FREE, u32(is_known));
  put_guard_word(GUARD_IS_POSITIVE, u32(is_known && atomicLoad(&guard[FREEDOM_POSITIVE]) == now));
  put_guard_word(GUARD_ROUND, ROUND_PUSH);
}
