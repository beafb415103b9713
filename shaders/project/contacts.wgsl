// Projects the contacts of one colour, with friction. Twin of src/simulation/project/contacts.ts. Threads take the colour's contacts in
// turn: the host only guesses how many there are.
#include /shaders/shared/parameters.wgsl;
#include /shaders/shared/dispatch.wgsl;
#include /shaders/shared/records.wgsl;
#include /shaders/project/project-contact.wgsl;

@group(0) @binding(0) var<uniform> parameters: Parameters;
@group(0) @binding(1) var<uniform> dispatch_arguments: DispatchArguments;
@group(2) @binding(0) var<storage, read_write> positions: array<f32>;
@group(2) @binding(1) var<storage, read> positions_t0: array<f32>;
@group(2) @binding(4) var<storage, read> inverse_masses: array<f32>;
@group(2) @binding(21) var<storage, read_write> remainders: array<f32>;
@group(2) @binding(23) var<storage, read_write> moments: array<f32>;
@group(3) @binding(2) var<storage, read_write> contacts: array<Contact>;
@group(3) @binding(3) var<storage, read> contact_order: array<u32>;
@group(3) @binding(4) var<storage, read> colour_offsets: array<u32>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let first = colour_offsets[dispatch_arguments.colour];
  let end = colour_offsets[dispatch_arguments.colour + 1u];
  for (var place = first + element(id, groups); place < end; place += threads(groups)) {
    project_contact(contact_order[place]);
  }
}
