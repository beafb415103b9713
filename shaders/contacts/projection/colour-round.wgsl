// One round of the colouring, for one contact (Jones and Plassmann 1993).
#include /shaders/contacts/projection/contact-ids.wgsl;
#writes contacts;
#atomics colour_offsets, vertex_colours, counters;

// A pending contact bids its priority at its vertices; the smallest bid stays.
fn claim(contact: u32) {
  if (contacts[contact].colour != COLOUR_PENDING) {
    return;
  }
  let count = contacts[contact].count;
  for (var k = 0u; k < count; k++) {
    atomicMin(&vertex_colours[contacts[contact].vertices[k]], contact_priority(contact));
  }
}

// A contact whose bid stayed at all its vertices takes the round's colour and clears the vertices' bids. This does not disturb other
// contacts that read these bids at the same time: they lose whether they read the winner's bid or NONE. If a contact's bid stayed at
// one vertex but not at another, it remains for the next round, in which the contact would bid the same.
fn win(contact: u32, round: u32) {
  if (contacts[contact].colour != COLOUR_PENDING) {
    return;
  }
  let count = contacts[contact].count;
  let priority = contact_priority(contact);
  for (var k = 0u; k < count; k++) {
    if (atomicLoad(&vertex_colours[contacts[contact].vertices[k]]) != priority) {
      return;
    }
  }
  for (var k = 0u; k < count; k++) {
    atomicStore(&vertex_colours[contacts[contact].vertices[k]], NONE);
  }
  contacts[contact].colour = round;
  // Until part 6, entry c + 1 is the number of contacts of colour c.
  atomicAdd(&colour_offsets[round + 1u], 1u);
  atomicMax(&counters[COUNTER_COLOURS], round + 1u);
  atomicSub(&counters[COUNTER_CONTACTS_UNCOLOURED], 1u);
}
