// All rounds of a colouring from a given one on, in one workgroup of LARGEST_WORKGROUP threads. Pending contacts are listed once, in the
// memory of contact_order, so that the time of a round depends on their number, not on the number of all contacts.
#include /shaders/contacts/projection/contact-ids.wgsl;
#include /shaders/contacts/projection/colour-round.wgsl;
#reads parameters, contacts;
#writes contact_order;
#atomics counters;

// Number of contacts that have no colour yet.
var<workgroup> uncoloured: u32;
// Number of pending contacts listed so far.
var<workgroup> listed: atomic<u32>;

fn colour_pending(thread: u32, first_round: u32) {
  if (thread == 0u) {
    uncoloured = atomicLoad(&counters[COUNTER_CONTACTS_UNCOLOURED]);
  }
  if (workgroupUniformLoad(&uncoloured) == 0u) {
    return;
  }
  for (var i = thread; i < records_in_use(); i += LARGEST_WORKGROUP) {
    let contact = contact_id(i);
    if (contacts[contact].colour == COLOUR_PENDING) {
      contact_order[atomicAdd(&listed, 1u)] = contact;
    }
  }
  storageBarrier();
  workgroupBarrier();
  let pending = atomicLoad(&listed);
  for (var round = first_round; round < parameters.colour_capacity; round++) {
    if (thread == 0u) {
      uncoloured = atomicLoad(&counters[COUNTER_CONTACTS_UNCOLOURED]);
    }
    if (workgroupUniformLoad(&uncoloured) == 0u) {
      return;
    }
    for (var i = thread; i < pending; i += LARGEST_WORKGROUP) {
      claim(contact_order[i]);
    }
    storageBarrier();
    for (var i = thread; i < pending; i += LARGEST_WORKGROUP) {
      win(contact_order[i], round);
    }
    storageBarrier();
  }
}
