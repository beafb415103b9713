// Colouring contacts, part 4 of 7, once per round: contacts that won all their vertices (colour-round.wgsl) take the round's colour. The
// argument is the round. Each thread processes every n-th contact, with n the number of threads.
#include /shaders/shared/dispatch.wgsl;
#include /shaders/contacts/projection/contact-ids.wgsl;
#include /shaders/contacts/projection/colour-round.wgsl;
#reads dispatch_arguments;
#atomics counters;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  if (atomicLoad(&counters[COUNTER_CONTACTS_UNCOLOURED]) == 0u) {
    return;
  }
  for (var i = element(id, groups); i < records_in_use(); i += threads(groups)) {
    win(contact_id(i), dispatch_arguments.argument);
  }
}
