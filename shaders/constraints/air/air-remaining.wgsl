// Projects the elements of air of all colours from dispatch_arguments.colour on, one colour after another, then those of the class behind
// the colours one by one; dispatch_arguments.argument is the number of such sweeps. This kernel handles colours with few elements, as
// contacts-remaining.wgsl does for contacts. It runs in one workgroup.
#include /shaders/constraints/air/project-element.wgsl;
#reads dispatch_arguments, air_offsets, air_tally;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(local_invocation_index) thread: u32) {
  let classes = air_tally[AIR_TALLY_CLASSES];
  for (var sweep = 0u; sweep < dispatch_arguments.argument; sweep++) {
    for (var colour = dispatch_arguments.colour; colour < classes; colour++) {
      let first = air_offsets[colour];
      let end = air_offsets[colour + 1u];
      if (colour < AIR_COLOURS) {
        for (var place = first + thread; place < end; place += WORKGROUP_SIZE) {
          project_element(place);
        }
      } else if (thread == 0u) {
        for (var place = first; place < end; place++) {
          project_element(place);
        }
      }
      storageBarrier();
    }
  }
}
