// Colouring contacts, part 4 of 6, once a round: contacts that won at all their vertices take the round's colour, and give the
// vertices back. (Others read their bids as lost either way; a bid that won here but lost elsewhere stands for the next round,
// in which its contact would make it again.) The argument is the round. Element: a slot of a contact.
#include /shaders/shared/parameters.wgsl;
#include /shaders/shared/dispatch.wgsl;
#include /shaders/shared/records.wgsl;
#include /shaders/project/contact-ids.wgsl;

@group(0) @binding(0) var<uniform> parameters: Parameters;
@group(0) @binding(1) var<uniform> dispatch_arguments: DispatchArguments;
@group(3) @binding(2) var<storage, read_write> contacts: array<Contact>;
@group(3) @binding(4) var<storage, read_write> colour_offsets: array<atomic<u32>>;
@group(3) @binding(5) var<storage, read_write> vertex_colours: array<atomic<u32>>;
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
  contacts[contact].colour = dispatch_arguments.argument;
  // For now, entry c + 1 is the number of contacts of colour c.
  atomicAdd(&colour_offsets[dispatch_arguments.argument + 1u], 1u);
  atomicMax(&counters[COUNTER_COLOURS], dispatch_arguments.argument + 1u);
  atomicSub(&counters[COUNTER_CONTACTS_UNCOLOURED], 1u);
}
