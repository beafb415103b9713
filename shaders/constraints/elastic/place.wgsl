// Sets x = x0 + u (x: positions, x0: positions at the step's start, u: displacements). Then replaces u by the remainder of x, the
// rounding error of the float32 position. Twin of place in src/simulation/constraints/elastic/displacements.ts. Element: a coordinate of
// a vertex.
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
  // Without the integer operation, compilers with fast math would simplify (x0 + u) - x0 to u. (The operation changes nothing: only a NaN
  // has the bits 0xffffffff.)
  let x = bitcast<f32>(min(bitcast<u32>(x0 + u), 0xfffffffeu));
  positions[i] = x;
  displacements[i] = u - (x - x0);
}
