// Second of three kernels (after hit-blocks, before hit-contacts) that make contacts of the hits of CCD. It replaces each block's sum in
// block_sums by the sum of all earlier blocks, and writes the number of contacts to the counters. One workgroup; the argument is the number of blocks.
#include /shaders/shared/block-sums.wgsl;
#reads parameters, dispatch_arguments;
#atomics counters;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(local_invocation_index) thread: u32) {
  let total = scan_block_sums(thread, dispatch_arguments.argument);
  if (thread == 0u) {
    let fitting = min(total, parameters.hit_capacity);
    atomicStore(&counters[COUNTER_CONTACTS_CCD], fitting);
    if (total > fitting) {
      atomicAdd(&counters[COUNTER_CONTACTS_DROPPED], total - fitting);
      atomicMax(&counters[COUNTER_NEEDS + CAPACITY_HITS], total);
    }
  }
}
