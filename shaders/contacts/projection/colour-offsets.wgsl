// Colouring contacts, part 6 of 7: computes the offset of each colour in contact_order from the sizes of the colours (prefix sum). Entry
// c + 1 of colour_offsets gets the start of colour c. Part 7 raises the entry by 1 per contact, so that it ends up as the end of colour
// c. There is one workgroup: each thread sums a range of consecutive colours, then the first thread sums over the threads.
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
