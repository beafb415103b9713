// Colouring contacts, part 7 of 7: lists the contacts by colour. The order within a colour depends on the scheduling of threads. Results
// don't depend on it, since contacts of one colour share no vertex. Each thread processes every n-th contact, with n the number of threads.
#include /shaders/shared/dispatch.wgsl;
#include /shaders/contacts/projection/contact-ids.wgsl;
#reads parameters;
#writes contacts, contact_order;
#atomics colour_offsets, counters;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var i = element(id, groups); i < records_in_use(); i += threads(groups)) {
    let contact = contact_id(i);
    let colour = contacts[contact].colour;
    if (colour == COLOUR_PENDING) {
      contacts[contact].colour = NONE;
      // The number of colours that this contact still needs is unknown, so ask for one more.
      atomicMax(&counters[COUNTER_NEEDS + CAPACITY_COLOURS], parameters.colour_capacity + 1u);
    } else if (colour != NONE) {
      contact_order[atomicAdd(&colour_offsets[colour + 1u], 1u)] = contact;
    }
  }
}
