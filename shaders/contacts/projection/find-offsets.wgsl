// Turns the number of contacts per colour into offsets (colour-offsets.wgsl), in one workgroup of any size. Each thread sums a range of
// colours, and the first thread sums the ranges.
#reads parameters;
#atomics colour_offsets;

// Per thread: first the number of contacts in its range of colours, then the number of contacts in all earlier ranges.
var<workgroup> sums: array<u32, WORKGROUP_SIZE>;

// Finds the offsets. The first WORKGROUP_SIZE threads share the colours; further ones have an empty range behind the last colour.
fn find_offsets(thread: u32) {
  let colours = parameters.colour_capacity;
  let range_length = (colours + WORKGROUP_SIZE - 1u) / WORKGROUP_SIZE;
  let first = min(thread * range_length, colours);
  let end = min(first + range_length, colours);
  var sum = 0u;
  for (var c = first; c < end; c++) {
    sum += atomicLoad(&colour_offsets[c + 1u]);
  }
  if (thread < WORKGROUP_SIZE) {
    sums[thread] = sum;
  }
  workgroupBarrier();
  if (thread == 0u) {
    var total = 0u;
    for (var k = 0u; k < WORKGROUP_SIZE; k++) {
      let range_sum = sums[k];
      sums[k] = total;
      total += range_sum;
    }
  }
  workgroupBarrier();
  var start = sums[min(thread, WORKGROUP_SIZE - 1u)];
  for (var c = first; c < end; c++) {
    let size = atomicLoad(&colour_offsets[c + 1u]);
    atomicStore(&colour_offsets[c + 1u], start);
    start += size;
  }
}
