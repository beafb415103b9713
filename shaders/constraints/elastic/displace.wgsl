// Sets u = x - x0 plus the remainder of x (u: displacements, x: positions, x0: positions at the step's start). `displacements` is the
// memory of `remainders`, whose values are replaced. Twin of displace in src/simulation/constraints/elastic/displacements.ts. Element: a
// coordinate of a vertex.
#include /shaders/shared/dispatch.wgsl;
#reads dispatch_arguments, positions, positions_t0;
#writes displacements;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = element(id, groups);
  if (i >= dispatch_arguments.count) {
    return;
  }
  displacements[i] += positions[i] - positions_t0[i];
}
