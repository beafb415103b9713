// Ends a step with all vertices at height 0 and at rest. Twin of `flatten` in src/simulation/constraints/flatten/flatten.ts.
// Element: a vertex.
#include /shaders/shared/dispatch.wgsl;
#include /shaders/shared/position-t0.wgsl;
#include /shaders/shared/put-position.wgsl;
#reads dispatch_arguments, inverse_masses, remainders_t0;
#writes remainders, velocities;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = element(id, groups);
  if (i >= dispatch_arguments.count || inverse_masses[i] == 0.0) {
    return;
  }
  let x = position_t0(i);
  put_position(i, vec3f(x.x, 0.0, x.z));
  for (var k = 3u * i; k < 3u * i + 3u; k++) {
    remainders[k] = remainders_t0[k];
    velocities[k] = 0.0;
  }
  remainders[3u * i + 1u] = 0.0;
}
