// Projects the contacts of one colour, with friction. Twin of src/simulation/contacts/projection/contacts.ts. Each thread processes every
// n-th contact of the colour, with n the number of threads, since the host can only estimate the number of contacts.
#include /shaders/shared/dispatch.wgsl;
#include /shaders/contacts/projection/project-contact.wgsl;
#reads dispatch_arguments, contact_order, colour_offsets;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let first = colour_offsets[dispatch_arguments.colour];
  let end = colour_offsets[dispatch_arguments.colour + 1u];
  for (var place = first + element(id, groups); place < end; place += threads(groups)) {
    project_contact(contact_order[place]);
  }
}
