// The second part of a prefix sum over many numbers: a prefix sum over the sums of blocks of them, by one workgroup.
#writes block_sums;

var<workgroup> range_sums: array<u32, WORKGROUP_SIZE>;
var<workgroup> total_sum: u32;

// Replaces the sum of each of `blocks` blocks by the sum of all earlier blocks. Returns the sum of all. Each thread adds up a range of consecutive
// blocks; then the first thread computes the prefix sum over the threads; then each thread writes the prefix sums of its range.
fn scan_block_sums(thread: u32, blocks: u32) -> u32 {
  let range_length = (blocks + WORKGROUP_SIZE - 1u) / WORKGROUP_SIZE;
  let first = min(thread * range_length, blocks);
  let end = min(first + range_length, blocks);
  var sum = 0u;
  for (var block = first; block < end; block++) {
    sum += block_sums[block];
  }
  range_sums[thread] = sum;
  workgroupBarrier();
  if (thread == 0u) {
    var total = 0u;
    for (var k = 0u; k < WORKGROUP_SIZE; k++) {
      let range_sum = range_sums[k];
      range_sums[k] = total;
      total += range_sum;
    }
    total_sum = total;
  }
  workgroupBarrier();
  var offset = range_sums[thread];
  for (var block = first; block < end; block++) {
    let block_sum = block_sums[block];
    block_sums[block] = offset;
    offset += block_sum;
  }
  return total_sum;
}
