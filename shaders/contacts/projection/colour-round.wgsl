// One round of the colouring, for one contact. In each round, contacts claim their vertices, and a contact that wins all its vertices
// gets the round's colour. During the rounds, `vertex_colours` holds no colours, but the smallest claim at each vertex, or NONE. A claim is
// a contact's priority.
// Source: Jones and Plassmann 1993.
#include /shaders/contacts/projection/contact-ids.wgsl;
#writes contacts;
#atomics colour_offsets, vertex_colours, counters;

// Lets a pending contact claim each of its vertices. The smallest claim remains there.
fn claim(contact: u32) {
  if (contacts[contact].colour != COLOUR_PENDING) {
    return;
  }
  let count = contacts[contact].count;
  for (var k = 0u; k < count; k++) {
    atomicMin(&vertex_colours[contacts[contact].vertices[k]], contact_priority(contact));
  }
}

// If a contact's claim remained at all its vertices, the contact takes the round's colour and clears these claims. Other threads may read
// the claims at the same time, but their contacts lose either way, whether they read the winner's claim or NONE. If a contact's claim
// remained at only some of its vertices, it stays there for the next round, in which the contact would make the same claim.
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
  // Entry c + 1 counts the contacts of colour c. Later, colour-offsets.wgsl turns the counts into offsets.
  atomicAdd(&colour_offsets[round + 1u], 1u);
  atomicMax(&counters[COUNTER_COLOURS], round + 1u);
  atomicSub(&counters[COUNTER_CONTACTS_UNCOLOURED], 1u);
}
