// Computes the displacement u = x - x0 from the positions x and the positions x0 at the step's start. The material's constraints change u
// instead of x, since displacements have smaller rounding errors. This kernel runs before each material solve, since other constraints may
// have moved x. u is exact: `displacements` uses the memory of `remainders` (x's rounding error), to which x - x0 is added. Twin of
// displace in src/simulation/constraints/elastic/displacements.ts. Element: a coordinate of a vertex.
#include /shaders/shared/dispatch.wgsl;
#include /shaders/constraints/elastic/displace-coordinate.wgsl;
#reads dispatch_arguments;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = element(id, groups);
  if (i >= dispatch_arguments.count) {
    return;
  }
  displace_coordinate(i);
}
