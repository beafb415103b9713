// Per chunk of elements, for each of STEP_LENGTHS step lengths (1, 1/2, 1/4, ...): by how much the elements' energy changes more than the
// linear system says [J].
#writes linear_sums;

alias LengthSums = array<f32, STEP_LENGTHS>;
var<workgroup> thread_remainders: array<LengthSums, WORKGROUP_SIZE>;

// Writes the sums over a workgroup's threads, in a fixed order, as those of chunk number `chunk`.
fn put_remainders(sums: LengthSums, chunk: u32, thread: u32) {
  thread_remainders[thread] = sums;
  workgroupBarrier();
  if (thread < STEP_LENGTHS) {
    var sum = 0.0;
    for (var k = 0u; k < WORKGROUP_SIZE; k++) {
      sum += thread_remainders[k][thread];
    }
    linear_sums[LINEAR_STRIDE + STEP_LENGTHS * chunk + thread] = sum;
  }
}
