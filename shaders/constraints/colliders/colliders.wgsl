// Moves vertices out of the world's colliders. Element: a vertex.
#include /shaders/shared/dispatch.wgsl;
#include /shaders/constraints/colliders/leave-colliders.wgsl;
#reads dispatch_arguments;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = element(id, groups);
  if (i >= dispatch_arguments.count) {
    return;
  }
  leave_colliders(i);
}
