// Puts a contact into the list of its colour (colour-order.wgsl).
#include /shaders/contacts/projection/contact-ids.wgsl;
#reads parameters;
#writes contacts, contact_order;
#atomics colour_offsets, counters;

fn order_contact(contact: u32) {
  let colour = contacts[contact].colour;
  if (colour == COLOUR_PENDING) {
    contacts[contact].colour = NONE;
    // The number of colours that this contact still needs is unknown, so ask for one more.
    atomicMax(&counters[COUNTER_NEEDS + CAPACITY_COLOURS], parameters.colour_capacity + 1u);
  } else if (colour != NONE) {
    contact_order[atomicAdd(&colour_offsets[colour + 1u], 1u)] = contact;
  }
}
