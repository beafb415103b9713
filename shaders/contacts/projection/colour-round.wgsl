// One round of the colouring, for one contact (Jones and Plassmann 1993). During the colouring, vertex_colours holds the smallest
// priority that contacts have bid at each vertex, or NONE.
#include /shaders/contacts/projection/contact-ids.wgsl;
#writes contacts;
#atomics colour_offsets, vertex_colours, counters;

// An uncoloured contact bids its priority at each of its vertices. The smallest bid at a vertex wins.
fn claim(contact: u32) {
  if (contacts[contact].colour != COLOUR_PENDING) {
    return;
  }
  let count = contacts[contact].count;
  for (var k = 0u; k < count; k++) {
    atomicMin(&vertex_colours[contacts[contact].vertices[k]], contact_priority(contact));
  }
}

// If a contact's bid has won at all its vertices, the contact takes the round's colour and clears the bids at its vertices. Other
// contacts may read these bids at the same time. This does no harm: whether they read the winner's bid or NONE, they don't win. If a
// contact's bid has won at only some of its vertices, the bid remains there, since the contact will bid the same in the next round.
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
  // Until part 6 (colour-offsets.wgsl), entry c + 1 of colour_offsets is the number of contacts of colour c.
  atomicAdd(&colour_offsets[round + 1u], 1u);
  atomicMax(&counters[COUNTER_COLOURS], round + 1u);
  atomicSub(&counters[COUNTER_CONTACTS_UNCOLOURED], 1u);
}
