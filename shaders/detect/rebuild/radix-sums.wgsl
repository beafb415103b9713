// Replaces the numbers of pairs by digit and block by the sums of all numbers before (radix.wgsl). One workgroup.
#include /shaders/detect/rebuild/radix.wgsl;
#include /shaders/shared/block-sums.wgsl;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(local_invocation_index) thread: u32) {
  _ = scan_block_sums(thread, DIGITS * block_count());
}
