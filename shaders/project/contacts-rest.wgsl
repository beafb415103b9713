// Projects the contacts of all colours from one on, colour by colour, in one workgroup, which needn't be told how many there are: small
// colours, where a dispatch each would take longer than its work. Few threads: barriers among many cost more than they save.
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
fn main(@builtin(local_invocation_index) thread: u32) {
  let all = colour_offsets[parameters.colour_capacity];
  for (var colour = dispatch_arguments.colour; colour < parameters.colour_capacity; colour++) {
    let first = colour_offsets[colour];
    let end = colour_offsets[colour + 1u];
    if (first == all) {
      return;
    }
    for (var place = first + thread; place < end; place += WORKGROUP_SIZE) {
      project_contact(contact_order[place]);
    }
    storageBarrier();
  }
}
