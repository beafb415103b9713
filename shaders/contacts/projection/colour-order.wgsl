// Colouring contacts, part 7 of 7: lists them by colour. Within a colour the order depends on the scheduling of threads; results don't,
// since the colour's contacts share no vertex. Threads stride over all contacts.
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
      // The number of further rounds that it needs is unknown, so ask for one more.
      atomicMax(&counters[COUNTER_NEEDS + CAPACITY_COLOURS], parameters.colour_capacity + 1u);
    } else if (colour != NONE) {
      contact_order[atomicAdd(&colour_offsets[colour + 1u], 1u)] = contact;
    }
  }
}
