// First of three kernels (then hit-sums, hit-contacts) that make contacts of the hits of CCD. The elements of one workgroup are a block;
// block_sums gets the number of hits of each block.
#include /shaders/shared/dispatch.wgsl;
#include /shaders/shared/prefix-sum.wgsl;
#include /shaders/contacts/ccd/hit-counts.wgsl;
#reads dispatch_arguments;
#writes block_sums;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(
  @builtin(global_invocation_id) id: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) thread: u32,
) {
  let i = element(id, groups);
  var count = 0u;
  if (i < dispatch_arguments.count) {
    count = hit_count(i);
  }
  let sum = prefix_sum(thread, count);
  let block = i / WORKGROUP_SIZE;
  if (thread == WORKGROUP_SIZE - 1u && block * WORKGROUP_SIZE < dispatch_arguments.count) {
    block_sums[block] = sum;
  }
}
