// Colouring contacts, part 3 of 7, once a round: every pending contact bids its priority at its vertices. Threads take the slots of
// contacts in turn.
#include /shaders/shared/parameters.wgsl;
#include /shaders/shared/dispatch.wgsl;
#include /shaders/shared/records.wgsl;
#include /shaders/project/contact-ids.wgsl;
#include /shaders/project/colour-round.wgsl;

@group(0) @binding(0) var<uniform> parameters: Parameters;
@group(3) @binding(2) var<storage, read_write> contacts: array<Contact>;
@group(3) @binding(4) var<storage, read_write> colour_offsets: array<atomic<u32>>;
@group(3) @binding(5) var<storage, read_write> vertex_colours: array<atomic<u32>>;
@group(3) @binding(6) var<storage, read_write> counters: array<atomic<u32>, COUNTER_COUNT>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  if (atomicLoad(&counters[COUNTER_CONTACTS_UNCOLOURED]) == 0u) {
    return;
  }
  for (var i = element(id, groups); i < contact_slots(); i += threads(groups)) {
    claim(contact_id(i));
  }
}
