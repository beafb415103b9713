// Colours few contacts: all parts of the colouring (colour-clear.wgsl is the first of seven) in one workgroup, with the same result. Of the
// vertices, it clears only those that have contacts.
#include /shaders/contacts/projection/mark-contact.wgsl;
#include /shaders/contacts/projection/colour-pending.wgsl;
#include /shaders/contacts/projection/find-offsets.wgsl;
#include /shaders/contacts/projection/order-contact.wgsl;
#reads parameters, contacts;
#atomics colour_offsets, vertex_colours, counters;

// Removes what an earlier colouring left at the vertices of a contact.
fn clear_vertices(contact: u32) {
  if (contacts[contact].kind == CONTACT_KIND_NONE) {
    return;
  }
  let count = contacts[contact].count;
  for (var k = 0u; k < count; k++) {
    atomicStore(&vertex_colours[contacts[contact].vertices[k]], NONE);
  }
}

@compute @workgroup_size(LARGEST_WORKGROUP)
fn main(@builtin(local_invocation_index) thread: u32) {
  for (var c = thread; c <= parameters.colour_capacity; c += LARGEST_WORKGROUP) {
    atomicStore(&colour_offsets[c], 0u);
  }
  if (thread == 0u) {
    atomicStore(&counters[COUNTER_CONTACTS_DCD], 0u);
    atomicStore(&counters[COUNTER_CONTACTS_UNCOLOURED], 0u);
    atomicStore(&counters[COUNTER_COLOURS], 0u);
  }
  storageBarrier();
  for (var i = thread; i < records_in_use(); i += LARGEST_WORKGROUP) {
    let contact = contact_id(i);
    mark_contact(contact);
    clear_vertices(contact);
  }
  storageBarrier();
  colour_pending(thread, 0u);
  storageBarrier();
  find_offsets(thread);
  storageBarrier();
  for (var i = thread; i < records_in_use(); i += LARGEST_WORKGROUP) {
    order_contact(contact_id(i));
  }
}
