// Colouring contacts, part 7 of 7: puts them in the order of their colours. Within a colour the order is by chance; since its
// contacts share no vertex, results don't depend on it. Threads take the slots of contacts in turn.
#include /shaders/shared/parameters.wgsl;
#include /shaders/shared/dispatch.wgsl;
#include /shaders/shared/records.wgsl;
#include /shaders/project/contact-ids.wgsl;

@group(0) @binding(0) var<uniform> parameters: Parameters;
@group(3) @binding(2) var<storage, read_write> contacts: array<Contact>;
@group(3) @binding(3) var<storage, read_write> contact_order: array<u32>;
@group(3) @binding(4) var<storage, read_write> colour_offsets: array<atomic<u32>>;
@group(3) @binding(6) var<storage, read_write> counters: array<atomic<u32>, COUNTER_COUNT>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var i = element(id, groups); i < contact_slots(); i += threads(groups)) {
    let contact = contact_id(i);
    let colour = contacts[contact].colour;
    if (colour == COLOUR_PENDING) {
      contacts[contact].colour = NONE;
      // How many more rounds it would have taken nobody knows.
      atomicMax(&counters[COUNTER_NEEDS + CAPACITY_COLOURS], parameters.colour_capacity + 1u);
    } else if (colour != NONE) {
      contact_order[atomicAdd(&colour_offsets[colour + 1u], 1u)] = contact;
    }
  }
}
