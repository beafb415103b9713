// Projects the elements of air of one colour. Twin of `air` in src/simulation/constraints/air/project-air.ts. Each thread processes every
// n-th element of the colour, with n the number of threads, since the host can only estimate the number of elements.
#include /shaders/shared/dispatch.wgsl;
#include /shaders/constraints/air/project-element.wgsl;
#reads dispatch_arguments, air_offsets;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let first = air_offsets[dispatch_arguments.colour];
  let end = air_offsets[dispatch_arguments.colour + 1u];
  for (var place = first + element(id, groups); place < end; place += threads(groups)) {
    project_element(place);
  }
}
