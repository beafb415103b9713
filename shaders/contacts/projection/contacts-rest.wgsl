// Projects the contacts of all colours from one on, colour by colour, in one workgroup, which needn't be told how many there are: small
// colours, where a dispatch each would take longer than its work. Few threads: barriers among many cost more than they save.
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
