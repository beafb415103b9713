// Colouring contacts, part 2 of 7: counts the contacts that exist and marks them as pending. Each thread processes every n-th contact,
// with n the number of threads.
#include /shaders/shared/dispatch.wgsl;
#include /shaders/contacts/projection/mark-contact.wgsl;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var i = element(id, groups); i < records_in_use(); i += threads(groups)) {
    mark_contact(contact_id(i));
  }
}
