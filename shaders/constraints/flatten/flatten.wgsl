// Sets the height of every vertex that nothing holds to 0. Twin of `flatten` in src/simulation/constraints/flatten/flatten.ts.
// Element: a vertex.
#include /shaders/shared/dispatch.wgsl;
#include /shaders/shared/position.wgsl;
#include /shaders/shared/put-position.wgsl;
#include /shaders/shared/remainder.wgsl;
#reads dispatch_arguments, inverse_masses;
#writes remainders;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = element(id, groups);
  if (i >= dispatch_arguments.count || inverse_masses[i] == 0.0) {
    return;
  }
  let x = position(i);
  put_position(i, vec3f(x.x, 0.0, x.z));
  remainders[3u * i + 1u] = 0.0;
}
