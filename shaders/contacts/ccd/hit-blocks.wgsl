// First of three kernels (then hit-sums, hit-contacts) that make contacts of the hits of CCD. The elements of one workgroup are a block;
// block_sums gets the number of hits of each block.
#include /shaders/shared/dispatch.wgsl;
#include /shaders/contacts/ccd/hit-counts.wgsl;
#reads dispatch_arguments;
#writes block_sums;

var<workgroup> sums: array<u32, WORKGROUP_SIZE>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(
  @builtin(global_invocation_id) id: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) thread: u32,
) {
  let i = element(id, groups);
  if (i < dispatch_arguments.count) {
    sums[thread] = hit_count(i);
  }
  workgroupBarrier();
  let block = i / WORKGROUP_SIZE;
  if (thread == 0u && i < dispatch_arguments.count) {
    var sum = 0u;
    for (var k = 0u; k < WORKGROUP_SIZE; k++) {
      sum += sums[k];
    }
    block_sums[block] = sum;
  }
}
