// Colouring contacts, part 6 of 7: turns the sizes of colours into offsets. Entry c + 1 gets the start of colour c, and grows to its end
// while part 7 adds contacts. One workgroup: each thread sums a run of colours, the first thread sums the runs.
#reads parameters;
#writes colour_offsets;

var<workgroup> sums: array<u32, WORKGROUP_SIZE>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(local_invocation_index) thread: u32) {
  let colours = parameters.colour_capacity;
  let run = (colours + WORKGROUP_SIZE - 1u) / WORKGROUP_SIZE;
  let first = min(thread * run, colours);
  let last = min(first + run, colours);
  var sum = 0u;
  for (var c = first; c < last; c++) {
    sum += colour_offsets[c + 1u];
  }
  sums[thread] = sum;
  workgroupBarrier();
  if (thread == 0u) {
    var total = 0u;
    for (var k = 0u; k < WORKGROUP_SIZE; k++) {
      let own = sums[k];
      sums[k] = total;
      total += own;
    }
  }
  workgroupBarrier();
  var start = sums[thread];
  for (var c = first; c < last; c++) {
    let size = colour_offsets[c + 1u];
    colour_offsets[c + 1u] = start;
    start += size;
  }
}
