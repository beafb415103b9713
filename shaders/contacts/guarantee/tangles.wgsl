// Marks the vertices that lie inside of elements at x0, where a tangle is still to be brought apart. One thread per surface vertex.
#include /shaders/shared/dispatch.wgsl;
#include /shaders/shared/topology.wgsl;
#include /shaders/contacts/guarantee/words.wgsl;
#reads inside, dispatch_arguments;
#atomics guard;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = element(id, groups);
  if (i >= dispatch_arguments.count || is_free()) {
    return;
  }
  // Without a crossing and without nested surfaces, points are inside of their own body's inverted elements alone.
  let is_tangled = guard_word(GUARD_CROSSINGS) + guard_word(GUARD_NESTED) > 0u;
  if (is_tangled && inside[i] == POINT_CLASS_INSIDE) {
    atomicOr(&guard[word_of(WORLD_TANGLES, world_surface_vertex(i))], TANGLE_INSIDE);
  }
}
