// Colouring contacts, part 2 of 6: counts those that there are, and marks them as pending. Element: a slot of a contact.
#include /shaders/shared/parameters.wgsl;
#include /shaders/shared/dispatch.wgsl;
#include /shaders/shared/records.wgsl;
#include /shaders/project/contact-ids.wgsl;

@group(0) @binding(0) var<uniform> parameters: Parameters;
@group(0) @binding(1) var<uniform> dispatch_arguments: DispatchArguments;
@group(3) @binding(2) var<storage, read_write> contacts: array<Contact>;
@group(3) @binding(6) var<storage, read_write> counters: array<atomic<u32>, 32>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = element(id, groups);
  if (i >= dispatch_arguments.count) {
    return;
  }
  if (i >= contact_slots()) {
    return;
  }
  let contact = contact_id(i);
  let kind = contacts[contact].kind;
  contacts[contact].colour = select(COLOUR_PENDING, NONE, kind == CONTACT_KIND_NONE);
  if (kind == CONTACT_KIND_NONE) {
    return;
  }
  atomicAdd(&counters[COUNTER_CONTACTS_UNCOLOURED], 1u);
  if (kind == CONTACT_KIND_DCD) {
    atomicAdd(&counters[COUNTER_CONTACTS_DCD], 1u);
  }
}
