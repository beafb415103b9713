// Second of three kernels (after scan-blocks, before queries) that compute the index of each point's first query. It replaces each
// block's sum in block_sums by the sum of all earlier blocks. It also writes the numbers of pairs and queries to the counters, and the
// size of dispatches over queries to `indirect`. One workgroup; the argument is the number of blocks.
#include /shaders/shared/indirect.wgsl;
#include /shaders/shared/block-sums.wgsl;
#reads parameters, dispatch_arguments;
#atomics counters;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(local_invocation_index) thread: u32) {
  let total = scan_block_sums(thread, dispatch_arguments.argument);
  if (thread == 0u) {
    let fitting = min(total, parameters.query_capacity);
    atomicStore(&counters[COUNTER_PAIRS], total);
    atomicStore(&counters[COUNTER_QUERIES], fitting);
    atomicAdd(&counters[COUNTER_QUERIES_ASKED], fitting);
    if (total > fitting) {
      atomicAdd(&counters[COUNTER_CONTACTS_DROPPED], total - fitting);
      atomicMax(&counters[COUNTER_NEEDS + CAPACITY_QUERIES], total);
    }
    write_indirect(INDIRECT_QUERIES, fitting);
  }
}
