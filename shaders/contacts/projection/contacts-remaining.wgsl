// Projects the contacts of dispatch_arguments.colour and the next colours, one colour after another: of colour_count colours or, if that is 0,
// of all further ones. This kernel handles colours with few contacts, for which a dispatch per colour would take longer than the projection. The kernel runs in one workgroup, so that the host need
// not know the number of colours. The workgroup is no larger than WORKGROUP_SIZE, since in a larger one the barrier after each colour would
// cost more time than the additional threads save.
#include /shaders/contacts/projection/project-contact.wgsl;
#reads parameters, dispatch_arguments, contact_order, colour_offsets;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(local_invocation_index) thread: u32) {
  let contact_count = colour_offsets[parameters.colour_capacity];
  let asked = select(parameters.colour_capacity, dispatch_arguments.colour_count, dispatch_arguments.colour_count > 0u);
  let end_colour = min(dispatch_arguments.colour + asked, parameters.colour_capacity);
  for (var colour = dispatch_arguments.colour; colour < end_colour; colour++) {
    let first = colour_offsets[colour];
    let end = colour_offsets[colour + 1u];
    if (first == contact_count) {
      return; // no contacts are left
    }
    for (var place = first + thread; place < end; place += WORKGROUP_SIZE) {
      project_contact(contact_order[place]);
    }
    storageBarrier();
  }
}
