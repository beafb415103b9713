// Projects the contacts of all colours from the given one on, colour by colour, in one workgroup, so that the host need not know their
// number. It serves small colours, for which a dispatch would take longer than its work. It has few threads: with more, barriers would
// cost more than the threads save.
#include /shaders/contacts/projection/project-contact.wgsl;
#reads parameters, dispatch_arguments, contact_order, colour_offsets;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(local_invocation_index) thread: u32) {
  let all = colour_offsets[parameters.colour_capacity];
  for (var colour = dispatch_arguments.colour; colour < parameters.colour_capacity; colour++) {
    let first = colour_offsets[colour];
    let end = colour_offsets[colour + 1u];
    if (first == all) {
      return;
    }
    for (var place = first + thread; place < end; place += WORKGROUP_SIZE) {
      project_contact(contact_order[place]);
    }
    storageBarrier();
  }
}
