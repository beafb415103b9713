// Colouring contacts, part 5 of 7: all rounds from the round given by the argument on, in one workgroup, so that the host need not know the
// number of rounds. If there are few contacts, all rounds run here; otherwise parts 3 and 4 have run the first rounds. Pending contacts are
// listed once, in the memory of contact_order, so that the time of a round depends on their number, not on the number of all contacts.
#include /shaders/contacts/projection/contact-ids.wgsl;
#include /shaders/contacts/projection/colour-round.wgsl;
#reads parameters, dispatch_arguments, contacts;
#writes contact_order;
#atomics counters;

// Number of contacts that have no colour yet.
var<workgroup> uncoloured: u32;
// Number of pending contacts listed so far.
var<workgroup> listed: atomic<u32>;

@compute @workgroup_size(LARGEST_WORKGROUP)
fn main(@builtin(local_invocation_index) thread: u32) {
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
  for (var round = dispatch_arguments.argument; round < parameters.colour_capacity; round++) {
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
