// Colouring contacts, part 3 of 7, once per round: every contact without a colour claims its vertices (colour-round.wgsl). Each thread
// processes every n-th contact, with n the number of threads.
#include /shaders/shared/dispatch.wgsl;
#include /shaders/contacts/projection/contact-ids.wgsl;
#include /shaders/contacts/projection/colour-round.wgsl;
#atomics counters;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  if (atomicLoad(&counters[COUNTER_CONTACTS_UNCOLOURED]) == 0u) {
    return;
  }
  for (var i = element(id, groups); i < records_in_use(); i += threads(groups)) {
    claim(contact_id(i));
  }
}
