// Colouring contacts, part 5 of 7: the rounds that are left, from the argument on, in one workgroup, which needn't be told how many: few
// contacts are done here alone, and of many what the rounds before have left over.
#include /shaders/shared/parameters.wgsl;
#include /shaders/shared/dispatch.wgsl;
#include /shaders/shared/records.wgsl;
#include /shaders/project/contact-ids.wgsl;
#include /shaders/project/colour-round.wgsl;

@group(0) @binding(0) var<uniform> parameters: Parameters;
@group(0) @binding(1) var<uniform> dispatch_arguments: DispatchArguments;
@group(3) @binding(2) var<storage, read_write> contacts: array<Contact>;
@group(3) @binding(4) var<storage, read_write> colour_offsets: array<atomic<u32>>;
@group(3) @binding(5) var<storage, read_write> vertex_colours: array<atomic<u32>>;
@group(3) @binding(6) var<storage, read_write> counters: array<atomic<u32>, 32>;

// Few threads: barriers among many cost more than they save where most colours are small.
const THREADS = 64u;

var<workgroup> left: u32;

@compute @workgroup_size(THREADS)
fn main(@builtin(local_invocation_index) thread: u32) {
  for (var round = dispatch_arguments.argument; round < MAX_COLOURS; round++) {
    if (thread == 0u) {
      left = atomicLoad(&counters[COUNTER_CONTACTS_UNCOLOURED]);
    }
    if (workgroupUniformLoad(&left) == 0u) {
      return;
    }
    let slots = contact_slots();
    for (var i = thread; i < slots; i += THREADS) {
      claim(i);
    }
    storageBarrier();
    for (var i = thread; i < slots; i += THREADS) {
      win(i, round);
    }
    storageBarrier();
  }
}
