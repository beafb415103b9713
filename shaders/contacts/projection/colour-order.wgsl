// Colouring contacts, part 7 of 7: writes the contacts to contact_order, grouped by colour. The order within a colour depends on the
// scheduling of threads, but results don't, since contacts of one colour share no vertex. Threads stride over all contacts.
#include /shaders/shared/dispatch.wgsl;
#include /shaders/contacts/projection/contact-ids.wgsl;
#reads parameters;
#writes contacts, contact_order;
#atomics colour_offsets, counters;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var i = element(id, groups); i < contact_slots(); i += threads(groups)) {
    let contact = contact_id(i);
    let colour = contacts[contact].colour;
    if (colour == COLOUR_PENDING) {
      contacts[contact].colour = NONE;
      // All rounds have run, and this contact still has no colour. How many more colours it needs is unknown, so one more is requested.
      atomicMax(&counters[COUNTER_NEEDS + CAPACITY_COLOURS], parameters.colour_capacity + 1u);
    } else if (colour != NONE) {
      contact_order[atomicAdd(&colour_offsets[colour + 1u], 1u)] = contact;
    }
  }
}
