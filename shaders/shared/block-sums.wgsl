// The second part of a prefix sum over many numbers: a prefix sum over the sums of blocks of them, by one workgroup.
#include /shaders/shared/prefix-sum.wgsl;
#writes block_sums;

var<workgroup> total_sum: u32;

// Replaces the sum of each of `blocks` blocks by the sum of all earlier blocks. Returns the sum of all. Each thread adds up a range of
// consecutive blocks; then comes the prefix sum over the threads; then each thread writes the prefix sums of its range.
fn scan_block_sums(thread: u32, blocks: u32) -> u32 {
  let range_length = (blocks + WORKGROUP_SIZE - 1u) / WORKGROUP_SIZE;
  let first = min(thread * range_length, blocks);
  let end = min(first + range_length, blocks);
  var sum = 0u;
  for (var block = first; block < end; block++) {
    sum += block_sums[block];
  }
  let total = prefix_sum(thread, sum);
  if (thread == WORKGROUP_SIZE - 1u) {
    total_sum = total;
  }
  workgroupBarrier();
  var offset = total - sum;
  for (var block = first; block < end; block++) {
    let block_sum = block_sums[block];
    block_sums[block] = offset;
    offset += block_sum;
  }
  return total_sum;
}
