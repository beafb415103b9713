// Colouring contacts, part 3 of 7, once per round: every uncoloured contact bids its priority at its vertices, and the smallest bid at a
// vertex wins (claim in colour-round.wgsl). Threads stride over all contacts.
#include /shaders/shared/dispatch.wgsl;
#include /shaders/contacts/projection/contact-ids.wgsl;
#include /shaders/contacts/projection/colour-round.wgsl;
#atomics counters;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  if (atomicLoad(&counters[COUNTER_CONTACTS_UNCOLOURED]) == 0u) {
    return;
  }
  for (var i = element(id, groups); i < contact_slots(); i += threads(groups)) {
    claim(contact_id(i));
  }
}
