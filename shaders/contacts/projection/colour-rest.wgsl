// Colouring contacts, part 5 of 7: runs all rounds from number `argument` on in one workgroup, so that the host need not know the number
// of rounds. If there are few contacts, all rounds run here; if not, parts 3 and 4 run the first `argument` rounds. Uncoloured contacts
// are listed once, in the memory of contact_order. So a round takes time in proportion to the uncoloured contacts, not to all contacts.
#include /shaders/contacts/projection/contact-ids.wgsl;
#include /shaders/contacts/projection/colour-round.wgsl;
#reads parameters, dispatch_arguments, contacts;
#writes contact_order;
#atomics counters;

var<workgroup> left: u32;
var<workgroup> listed: atomic<u32>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(local_invocation_index) thread: u32) {
  if (thread == 0u) {
    left = atomicLoad(&counters[COUNTER_CONTACTS_UNCOLOURED]);
  }
  if (workgroupUniformLoad(&left) == 0u) {
    return;
  }
  for (var i = thread; i < contact_slots(); i += WORKGROUP_SIZE) {
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
      left = atomicLoad(&counters[COUNTER_CONTACTS_UNCOLOURED]);
    }
    if (workgroupUniformLoad(&left) == 0u) {
      return;
    }
    for (var i = thread; i < pending; i += WORKGROUP_SIZE) {
      claim(contact_order[i]);
    }
    storageBarrier();
    for (var i = thread; i < pending; i += WORKGROUP_SIZE) {
      win(contact_order[i], round);
    }
    storageBarrier();
  }
}
