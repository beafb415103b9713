// Second part of the prefix sum: over the blocks, in one workgroup. block_sums gets the sum of the blocks before each, the counters the
// numbers of pairs and queries, and `indirect` the size of dispatches over queries. The argument is the number of blocks.
#include /shaders/shared/indirect.wgsl;
#reads parameters, dispatch_arguments;
#writes block_sums;
#atomics counters;

var<workgroup> sums: array<u32, WORKGROUP_SIZE>;

// Each thread adds up a run of blocks; the first thread adds up the threads; each thread writes its run.
@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(local_invocation_index) thread: u32) {
  let blocks = dispatch_arguments.argument;
  let run = (blocks + WORKGROUP_SIZE - 1u) / WORKGROUP_SIZE;
  let first = min(thread * run, blocks);
  let last = min(first + run, blocks);
  var sum = 0u;
  for (var block = first; block < last; block++) {
    sum += block_sums[block];
  }
  sums[thread] = sum;
  workgroupBarrier();
  if (thread == 0u) {
    var total = 0u;
    for (var k = 0u; k < WORKGROUP_SIZE; k++) {
      let own = sums[k];
      sums[k] = total;
      total += own;
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
  for (var block = first; block < last; block++) {
    let own = block_sums[block];
    block_sums[block] = offset;
    offset += own;
  }
}
