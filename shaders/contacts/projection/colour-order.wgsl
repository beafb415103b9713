// Colouring contacts, part 7 of 7: lists the contacts by colour. The order within a colour depends on the scheduling of threads. Results
// don't depend on it, since contacts of one colour share no vertex. Each thread processes every n-th contact, with n the number of threads.
#include /shaders/shared/dispatch.wgsl;
#include /shaders/contacts/projection/order-contact.wgsl;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var i = element(id, groups); i < records_in_use(); i += threads(groups)) {
    order_contact(contact_id(i));
  }
}
