// Puts positions to where inertia carries them, where the solve starts; held vertices stay at their goals. Twin of beginSolve in
// src/simulation/integrators/implicit-euler/motion.ts. Element: a coordinate of a vertex.
#include /shaders/shared/dispatch.wgsl;
#reads dispatch_arguments, positions_t0, inverse_masses, displacements;
#writes positions;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = element(id, groups);
  if (i >= dispatch_arguments.count) {
    return;
  }
  if (inverse_masses[i / 3u] != 0.0) {
    positions[i] = positions_t0[i] + displacements[i];
  }
}
