// Moves vertices that pushes have moved out of colliders again (collidersAgain in src/simulation/contacts/guarantee/stages.ts). One thread per vertex.
#include /shaders/shared/dispatch.wgsl;
#include /shaders/constraints/colliders/leave-colliders.wgsl;
#include /shaders/contacts/guarantee/words.wgsl;
#reads dispatch_arguments;
#atomics guard;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = element(id, groups);
  if (i >= dispatch_arguments.count) {
    return;
  }
  let look = word_of(WORLD_LOOKS, i);
  if ((atomicLoad(&guard[look]) & LOOK_IS_HIT) != 0u) {
    let before = position(i);
    leave_colliders(i);
    if (any(position(i) != before)) {
      add_to_guard_word(GUARD_MOVED, 1u);
      atomicStore(&guard[look], LOOK_IS_DUE);
    }
  }
}
