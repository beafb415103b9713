// Colouring contacts, part 3 of 6, once a round: every pending contact bids its priority at its vertices. Element: a slot of a
// contact.
#include /shaders/shared/parameters.wgsl;
#include /shaders/shared/dispatch.wgsl;
#include /shaders/shared/records.wgsl;
#include /shaders/project/contact-ids.wgsl;

@group(0) @binding(0) var<uniform> parameters: Parameters;
@group(0) @binding(1) var<uniform> dispatch_arguments: DispatchArguments;
@group(3) @binding(2) var<storage, read> contacts: array<Contact>;
@group(3) @binding(5) var<storage, read_write> vertex_colours: array<atomic<u32>>;
@group(3) @binding(6) var<storage, read_write> counters: array<atomic<u32>, 32>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = element(id, groups);
  if (i >= dispatch_arguments.count) {
    return;
  }
  if (i >= contact_slots() || atomicLoad(&counters[COUNTER_CONTACTS_UNCOLOURED]) == 0u) {
    return;
  }
  let contact = contact_id(i);
  if (contacts[contact].colour != COLOUR_PENDING) {
    return;
  }
  let count = contacts[contact].count;
  for (var k = 0u; k < count; k++) {
    atomicMin(&vertex_colours[contacts[contact].vertices[k]], contact_priority(contact));
  }
}
