// The last resort for volumes: bodies of which an element is still too flat go back to x0 as a whole, so that each of their elements has the volume
// that it had. One thread per vertex. What it does is done by guard-cut.wgsl.
#include /shaders/shared/dispatch.wgsl;
#include /shaders/path/body-of.wgsl;
#include /shaders/contacts/guarantee/words.wgsl;
#reads dispatch_arguments;
#atomics guard;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let v = element(id, groups);
  if (v >= dispatch_arguments.count || guard_word(GUARD_ROUND) == ROUND_DONE) {
    return;
  }
  if (atomicLoad(&guard[word_of(WORLD_RETURNS, body_of(v, BODY_VERTEX_BASE))]) == 1u) {
    raise_cut(v, 1.0);
  }
}
