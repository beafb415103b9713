// The first part of a prefix sum over many numbers, which are divided into blocks of one number per thread of a workgroup. Devices with
// subgroups get prefix-sum-subgroups.wgsl in place of the lines from `#part` to `#end` (src/gpu/kernels/subgroup-parts.ts).
#part prefix_sum;
var<workgroup> partial_sums: array<u32, WORKGROUP_SIZE>;

// Returns the sum of the block's numbers up to and including the thread's own. All threads of the workgroup call it. After round r of the
// loop, each thread holds the sum of the last 2^r numbers. Source: Hillis and Steele 1986.
fn prefix_sum(thread: u32, own: u32) -> u32 {
  var sum = own;
  for (var reach = 1u; reach < WORKGROUP_SIZE; reach *= 2u) {
    partial_sums[thread] = sum;
    workgroupBarrier();
    if (thread >= reach) {
      sum += partial_sums[thread - reach];
    }
    workgroupBarrier();
  }
  return sum;
}
#end;
