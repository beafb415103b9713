// Colouring contacts, part 2 of 7: counts the contacts that exist and marks them as pending. Each thread processes every n-th contact,
// with n the number of threads.
#include /shaders/shared/dispatch.wgsl;
#include /shaders/contacts/projection/contact-ids.wgsl;
#writes contacts;
#atomics counters;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var i = element(id, groups); i < records_in_use(); i += threads(groups)) {
    let contact = contact_id(i);
    let kind = contacts[contact].kind;
    contacts[contact].colour = select(COLOUR_PENDING, NONE, kind == CONTACT_KIND_NONE);
    if (kind == CONTACT_KIND_NONE) {
      continue;
    }
    atomicAdd(&counters[COUNTER_CONTACTS_UNCOLOURED], 1u);
    if (kind == CONTACT_KIND_DCD || kind == CONTACT_KIND_FIELD) {
      atomicAdd(&counters[COUNTER_CONTACTS_DCD], 1u);
    }
  }
}
