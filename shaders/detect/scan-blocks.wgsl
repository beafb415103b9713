// First of three kernels (then scan-sums, queries) that compute the index of each point's first query: the prefix sum of the points' pair
// counts, since each pair becomes one query. The points of one workgroup are a block. This kernel writes two sums. For each point:
// pair_offsets, the sum of the counts of all earlier points of the same block. For each block: block_sums, the sum of all its counts.
#include /shaders/shared/dispatch.wgsl;
#include /shaders/shared/prefix-sum.wgsl;
#reads dispatch_arguments, pair_counts;
#writes pair_offsets, block_sums;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(
  @builtin(global_invocation_id) id: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) thread: u32,
) {
  let i = element(id, groups);
  let exists = i < dispatch_arguments.count;
  var count = 0u;
  if (exists) {
    count = pair_counts[i];
  }
  let sum = prefix_sum(thread, count);
  if (exists) {
    pair_offsets[i] = sum - count;
  }
  let block = i / WORKGROUP_SIZE;
  if (thread == WORKGROUP_SIZE - 1u && block * WORKGROUP_SIZE < dispatch_arguments.count) {
    block_sums[block] = sum;
  }
}
