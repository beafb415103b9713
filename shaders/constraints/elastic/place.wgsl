// Runs after each material solve: computes the position x = x0 + u from the displacement u, and replaces u by the rounding error of this
// sum, the remainder. Twin of place in src/simulation/constraints/elastic/displacements.ts. Element: a coordinate of a vertex.
#include /shaders/shared/dispatch.wgsl;
#include /shaders/constraints/elastic/place-coordinate.wgsl;
#reads dispatch_arguments;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = element(id, groups);
  if (i >= dispatch_arguments.count) {
    return;
  }
  place_coordinate(i);
}
