// Colouring contacts, part 4 of 7, once per round: contacts whose bid has won at all their vertices take the round's colour (win in
// colour-round.wgsl). `argument` is the number of the round. Threads stride over all contacts.
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
  for (var i = element(id, groups); i < contact_slots(); i += threads(groups)) {
    win(contact_id(i), dispatch_arguments.argument);
  }
}
