// The part prefix_sum of prefix-sum.wgsl for devices with subgroups: 2 barriers instead of 2 per round. Sums of integers have the same bits
// in any order.

// The sum of each subgroup at the place of its last thread, and 0 at its other threads.
var<workgroup> partial_sums: array<u32, WORKGROUP_SIZE>;
// The bits of all sizes of subgroups, and IRREGULAR.
var<workgroup> subgroup_sizes: atomic<u32>;

const IRREGULAR = 0x80000000u;

// Returns the sum of the block's numbers up to and including the thread's own. All threads of the workgroup call it. WGSL promises neither
// that consecutive threads form a subgroup, nor their order in it, nor its size. So each subgroup looks. If its threads aren't consecutive,
// each is a group of its own. If that is so anywhere, or if sizes differ, each thread adds up the numbers of all threads before its group;
// else only those of the last threads of subgroups.
fn prefix_sum(thread: u32, own: u32) -> u32 {
  let lane = subgroupExclusiveAdd(1u);
  let size = subgroupAdd(1u);
  let first = subgroupBroadcastFirst(thread);
  let within = subgroupInclusiveAdd(own);
  let is_regular = subgroupAll(thread == first + lane && countOneBits(size) == 1u);
  if (lane == 0u) {
    atomicOr(&subgroup_sizes, select(IRREGULAR, size, is_regular));
  }
  let is_shown = !is_regular || lane == size - 1u;
  partial_sums[thread] = select(0u, select(own, within, is_regular), is_shown);
  workgroupBarrier();
  let stride = select(1u, size, atomicLoad(&subgroup_sizes) == size);
  let end = select(thread, first, is_regular);
  var sum = select(own, within, is_regular);
  for (var last = stride - 1u; last < end; last += stride) {
    sum += partial_sums[last];
  }
  workgroupBarrier();
  return sum;
}
