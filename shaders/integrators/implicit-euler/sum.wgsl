// Sums over the threads of a workgroup, in a fixed order.
var<workgroup> thread_sums: array<f32, WORKGROUP_SIZE>;

// Returns the sum of `value` over the workgroup's threads in its first thread; others get their own value.
fn workgroup_sum(value: f32, thread: u32) -> f32 {
  thread_sums[thread] = value;
  workgroupBarrier();
  var sum = value;
  if (thread == 0u) {
    for (var k = 1u; k < WORKGROUP_SIZE; k++) {
      sum += thread_sums[k];
    }
  }
  return sum;
}
