// Counts a contact that exists and marks it as pending (colour-list.wgsl).
#include /shaders/contacts/projection/contact-ids.wgsl;
#writes contacts;
#atomics counters;

fn mark_contact(contact: u32) {
  let kind = contacts[contact].kind;
  contacts[contact].colour = select(COLOUR_PENDING, NONE, kind == CONTACT_KIND_NONE);
  if (kind == CONTACT_KIND_NONE) {
    return;
  }
  atomicAdd(&counters[COUNTER_CONTACTS_UNCOLOURED], 1u);
  if (kind == CONTACT_KIND_DCD || kind == CONTACT_KIND_FIELD) {
    atomicAdd(&counters[COUNTER_CONTACTS_DCD], 1u);
  }
}
