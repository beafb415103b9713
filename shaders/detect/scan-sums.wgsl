// Second of three kernels (after scan-blocks, before queries) that compute the index of each point's first query. It replaces each
// block's sum in block_sums by the sum of all earlier blocks. It also writes the numbers of pairs and queries to the counters, and the
// size of dispatches over queries to `indirect`. One workgroup; the argument is the number of blocks.
#include /shaders/shared/indirect.wgsl;
#reads parameters, dispatch_arguments;
#writes block_sums;
#atomics counters;

var<workgroup> sums: array<u32, WORKGROUP_SIZE>;

// Each thread adds up a range of consecutive blocks. Then the first thread computes the prefix sum over the threads. Then each thread
// writes the prefix sums of its range.
@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(local_invocation_index) thread: u32) {
  let blocks = dispatch_arguments.argument;
  let range_length = (blocks + WORKGROUP_SIZE - 1u) / WORKGROUP_SIZE;
  let first = min(thread * range_length, blocks);
  let end = min(first + range_length, blocks);
  var sum = 0u;
  for (var block = first; block < end; block++) {
    sum += block_sums[block];
  }
  sums[thread] = sum;
  workgroupBarrier();
  if (thread == 0u) {
    var total = 0u;
    for (var k = 0u; k < WORKGROUP_SIZE; k++) {
      let range_sum = sums[k];
      sums[k] = total;
      total += range_sum;
    }
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
  workgroupBarrier();
  var offset = sums[thread];
  for (var block = first; block < end; block++) {
    let block_sum = block_sums[block];
    block_sums[block] = offset;
    offset += block_sum;
  }
}
