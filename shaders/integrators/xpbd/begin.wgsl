// Saves positions and velocities at the step's start as x0 and v0; clears XPBD multipliers, collider impulses, and `colour_offsets`: where
// each colour begins in the order in which contacts are projected. CPU version: `begin` in src/simulation/integrators/xpbd/motion.ts. The
// host clears the counters, and with them the lists of contacts. Element i stands for vertex i and for entry i of each of these arrays;
// arrays that have no entry i are skipped.
#include /shaders/shared/dispatch.wgsl;
#reads parameters, dispatch_arguments, positions, velocities;
#writes positions_t0, velocities_t0, multipliers, collider_impulses, colour_offsets;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = element(id, groups);
  if (i >= dispatch_arguments.count) {
    return;
  }
  if (i < parameters.vertex_count) {
    for (var k = 3u * i; k < 3u * i + 3u; k++) {
      positions_t0[k] = positions[k];
      velocities_t0[k] = velocities[k];
    }
    collider_impulses[i] = vec4f();
  }
  if (i < arrayLength(&multipliers)) {
    multipliers[i] = 0.0;
  }
  if (i <= parameters.colour_capacity) {
    colour_offsets[i] = 0u;
  }
}
