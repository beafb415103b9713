// Accelerates vertices by the script's random forces. CPU version: `push` in src/simulation/script/push.ts. Element: a vertex.
#include /shaders/shared/dispatch.wgsl;
#reads parameters, dispatch_arguments, inverse_masses, accelerations;
#writes velocities;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = element(id, groups);
  if (i >= dispatch_arguments.count || inverse_masses[i] == 0.0) {
    return;
  }
  for (var k = 3u * i; k < 3u * i + 3u; k++) {
    velocities[k] += parameters.dt * accelerations[k];
  }
}
