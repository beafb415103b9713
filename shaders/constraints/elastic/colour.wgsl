// Solves a colour of a body with one thread per constraint (bodies.wgsl). The file that includes this one defines
//   solve(body: u32, model: u32, constraint: u32)
fn solve_colour(body: u32, model: u32, begin: u32, end: u32, thread: u32) {
  for (var k = begin + thread; k < end; k += LARGEST_WORKGROUP) {
    solve(body, model, k);
  }
}
