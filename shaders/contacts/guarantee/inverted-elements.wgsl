// Counts the elements that may be inverted at x0 (findInverted). Once there are none in a free state, volumes are held. One thread per tetrahedron.
#include /shaders/shared/dispatch.wgsl;
#include /shaders/shared/position-t0.wgsl;
#include /shaders/contacts/guarantee/element-volume.wgsl;
#include /shaders/contacts/guarantee/words.wgsl;
#reads dispatch_arguments;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = element(id, groups);
  if (i >= dispatch_arguments.count || guard_word(GUARD_IS_POSITIVE) == 1u) {
    return;
  }
  let own = world_element(i);
  let v = own.corners;
  let volume = volume_of(position_t0(v.x), position_t0(v.y), position_t0(v.z), position_t0(v.w));
  if (own.rest > 0.0 && !(volume.six > volume.error)) {
    add_to_guard_word(GUARD_INVERTED, 1u);
  }
}
