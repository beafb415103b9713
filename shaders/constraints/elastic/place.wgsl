// Runs after each material solve: computes the position x = x0 + u from the displacement u, and replaces u by the rounding error of this
// sum, the remainder. Twin of place in src/simulation/constraints/elastic/displacements.ts. Element: a coordinate of a vertex.
#include /shaders/shared/dispatch.wgsl;
#reads dispatch_arguments, positions_t0;
#writes positions, displacements;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = element(id, groups);
  if (i >= dispatch_arguments.count) {
    return;
  }
  let x0 = positions_t0[i];
  let u = displacements[i];
  // The integer operation keeps compilers with fast math from simplifying (x0 + u) - x0 to u. (No number has the bits 0xffffffff.)
  let x = bitcast<f32>(min(bitcast<u32>(x0 + u), 0xfffffffeu));
  positions[i] = x;
  displacements[i] = u - (x - x0);
}
