// One round of the colouring, for one contact.
#include /shaders/contacts/projection/contact-ids.wgsl;
#writes contacts;
#atomics colour_offsets, vertex_colours, counters;

// A pending contact bids its priority at its vertices.
fn claim(contact: u32) {
  if (contacts[contact].colour != COLOUR_PENDING) {
    return;
  }
  let count = contacts[contact].count;
  for (var k = 0u; k < count; k++) {
    atomicMin(&vertex_colours[contacts[contact].vertices[k]], contact_priority(contact));
  }
}

// A contact that won at all its vertices takes the round's colour, and gives the vertices back. (Others read their bids as lost
// either way; a bid that won here but lost elsewhere stands for the next round, in which its contact would make it again.)
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
  // For now, entry c + 1 is the number of contacts of colour c.
  atomicAdd(&colour_offsets[round + 1u], 1u);
  atomicMax(&counters[COUNTER_COLOURS], round + 1u);
  atomicSub(&counters[COUNTER_CONTACTS_UNCOLOURED], 1u);
}
