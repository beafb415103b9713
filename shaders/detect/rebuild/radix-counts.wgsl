// Counts the pairs of each block by their digit (radix.wgsl). One workgroup per block.
#include /shaders/detect/rebuild/radix.wgsl;
#reads sort_pairs;
#writes block_sums;

var<workgroup> totals: array<atomic<u32>, DIGITS>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) thread: u32,
) {
  let block = group.x + group.y * groups.x;
  if (block >= block_count()) {
    return;
  }
  let end = min((block + 1u) * block_size(), pair_count());
  for (var i = block * block_size() + thread; i < end; i += WORKGROUP_SIZE) {
    atomicAdd(&totals[digit_of(sort_pairs[source() + i].x)], 1u);
  }
  workgroupBarrier();
  for (var digit = thread; digit < DIGITS; digit += WORKGROUP_SIZE) {
    block_sums[digit_word(digit, block)] = atomicLoad(&totals[digit]);
  }
}
