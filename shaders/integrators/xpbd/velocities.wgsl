// Computes velocities v = (x - x0) / dt at the end of the step. Both x and x0 (the positions at the step's start) include their remainders.
// CPU version: `velocities` in src/simulation/integrators/xpbd/motion.ts. Unlike there, this kernel adds a difference to the predicted
// velocity: the change by the step's impulses. Reason: in float32, dt times inverse_dt isn't exactly 1, and this error would accumulate
// from step to step. Element: one coordinate of a vertex.
#include /shaders/shared/dispatch.wgsl;
#reads parameters, dispatch_arguments, positions, positions_t0, remainders, remainders_t0;
#writes velocities;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = element(id, groups);
  if (i >= dispatch_arguments.count) {
    return;
  }
  let v = velocities[i];
  let displacement = positions[i] - positions_t0[i] + (remainders[i] - remainders_t0[i]);
  velocities[i] = v + (displacement - parameters.dt * v) * parameters.inverse_dt;
}
