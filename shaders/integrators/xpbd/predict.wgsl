// Applies air drag and gravity to velocities, then moves vertices: x += dt v. Also saves the remainders of x0, the positions at the step's
// start, and clears `moments`, in which the step sums the moments of its impulses. CPU version: `predict` in
// src/simulation/integrators/xpbd/motion.ts. Element: a vertex.
#include /shaders/shared/dispatch.wgsl;
#include /shaders/shared/remainder.wgsl;
#reads parameters, dispatch_arguments, inverse_masses, remainders;
#writes velocities, remainders_t0, moments;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = element(id, groups);
  if (i >= dispatch_arguments.count) {
    return;
  }
  for (var k = 3u * i; k < 3u * i + 3u; k++) {
    remainders_t0[k] = remainders[k];
    moments[k] = 0.0;
  }
  if (inverse_masses[i] == 0.0) {
    return;
  }
  let keep = 1.0 / (1.0 + parameters.dt * parameters.velocity_damping);
  var v = keep * vec3f(velocities[3u * i], velocities[3u * i + 1u], velocities[3u * i + 2u]);
  v.y -= parameters.dt * parameters.gravity;
  velocities[3u * i] = v.x;
  velocities[3u * i + 1u] = v.y;
  velocities[3u * i + 2u] = v.z;
  move_position(i, parameters.dt * v);
}
