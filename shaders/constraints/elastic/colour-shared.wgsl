// Solves a colour of a body (bodies.wgsl). If the colour is too small to occupy all threads of the workgroup, several threads share each
// constraint: each loads some corners for all, computes the same as the others, and stores what belongs to its own corners. So results have
// the same bits for any number of threads. The file that includes this one defines
//   CORNERS // of a constraint that threads share: 2 or 4
//   Multipliers // type: what a constraint has applied so far in this step
//   load_multipliers(body: u32, model: u32, constraint: u32) -> Multipliers
//   corner_vertex(body: u32, model: u32, constraint: u32, corner: u32) -> u32
//   can_share(model: u32, constraint: u32) -> bool // whether constraints of this colour may have several threads
//   solve(body: u32, model: u32, constraint: u32) // in one thread
//   solve_corners(body: u32, model: u32, constraint: u32, c: array<Corner, CORNERS>, applied: Multipliers, own: vec4<bool>)
#include /shaders/constraints/elastic/corner.wgsl;

// Greatest number of threads per constraint: 1, 2 or 4.
override MOST_THREADS: u32 = 1u;
// Two threads per constraint, in half as many constraints as the workgroup has threads, need the most.
var<workgroup> shared_corners: array<Corner, LARGEST_WORKGROUP * CORNERS / 2u>;

fn solve_colour(body: u32, model: u32, begin: u32, end: u32, thread: u32) {
  let count = end - begin;
  var threads = min(MOST_THREADS, CORNERS);
  while (threads > 1u && (threads * count > LARGEST_WORKGROUP || !can_share(model, begin))) {
    threads /= 2u;
  }
  if (threads == 1u) {
    for (var k = begin + thread; k < end; k += LARGEST_WORKGROUP) {
      solve(body, model, k);
    }
    return;
  }
  // Neighbouring threads have neighbouring constraints, and mostly the same corners of them.
  let i = thread % count;
  let k = begin + i;
  let first = thread / count;
  let is_used = first < threads && k < end;
  var applied: Multipliers;
  workgroupBarrier(); // the last colour's corners have been read
  if (is_used) {
    applied = load_multipliers(body, model, k);
    for (var corner = first; corner < CORNERS; corner += threads) {
      shared_corners[corner * count + i] = load_corner(corner_vertex(body, model, k, corner));
    }
  }
  workgroupBarrier();
  if (is_used) {
    var c: array<Corner, CORNERS>;
    for (var corner = 0u; corner < CORNERS; corner++) {
      c[corner] = shared_corners[corner * count + i];
    }
    solve_corners(body, model, k, c, applied, vec4u(0u, 1u, 2u, 3u) % threads == vec4u(first));
  }
}
