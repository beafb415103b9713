// Colouring contacts, part 6 of 7: turns the number of contacts per colour into offsets. Entry c + 1 becomes the start of colour c; part 7
// then increments it for each contact of the colour, which makes it the end of colour c. One workgroup: each thread sums a range of
// colours, and the first thread sums the ranges.
#reads parameters;
#writes colour_offsets;

// Per thread: first the number of contacts in its range of colours, then the number of contacts in all earlier ranges.
var<workgroup> sums: array<u32, WORKGROUP_SIZE>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(local_invocation_index) thread: u32) {
  let colours = parameters.colour_capacity;
  let range_length = (colours + WORKGROUP_SIZE - 1u) / WORKGROUP_SIZE;
  let first = min(thread * range_length, colours);
  let end = min(first + range_length, colours);
  var sum = 0u;
  for (var c = first; c < end; c++) {
    sum += colour_offsets[c + 1u];
  }
  sums[thread] = sum;
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
  var start = sums[thread];
  for (var c = first; c < end; c++) {
    let size = colour_offsets[c + 1u];
    colour_offsets[c + 1u] = start;
    start += size;
  }
}
