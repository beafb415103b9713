// First of three kernels that give each free body back the angular momentum that it lost in the step. It writes, per chunk of vertices (up
// to SUM_CHUNK vertices of one body), their mass, centre of mass and second moments, and the angular momentum that they lost: the sum of
// `moments`, the moments of the step's impulses. From these sums find-spins.wgsl computes the rotation to add to each body, and spin.wgsl
// adds it to the velocities. CPU version of the three kernels, with the derivation: src/simulation/integrators/xpbd/moments.ts.
// One workgroup per chunk: each thread sums every WORKGROUP_SIZE-th vertex, then the first thread adds up the threads' sums.
#include /shaders/shared/position.wgsl;
#include /shaders/integrators/xpbd/inertia.wgsl;
#reads parameters, inverse_masses, moments;
#writes inertias;

var<workgroup> sums: array<Inertia, WORKGROUP_SIZE>;
var<workgroup> centre: vec3f;

// Finds the body that a chunk of vertices belongs to, by bisection.
fn body_of_chunk(chunk: u32) -> u32 {
  var body = 0u;
  var end = parameters.body_count;
  while (end - body > 1u) {
    let middle = (body + end) / 2u;
    if (first_chunk(middle) <= chunk) {
      body = middle;
    } else {
      end = middle;
    }
  }
  return body;
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) thread: u32,
) {
  let chunk = group.x + group.y * groups.x;
  if (chunk >= first_chunk(parameters.body_count)) {
    return;
  }
  let body = body_of_chunk(chunk);
  let end = first_vertex(body + 1u);
  let first = min(end, first_vertex(body) + SUM_CHUNK * (chunk - first_chunk(body)));
  let last = min(end, first + SUM_CHUNK);
  // Positions are taken relative to the body's first vertex: far from the world's origin, float32 would round small differences away.
  let reference = position(first_vertex(body));

  var sum: Inertia;
  for (var v = first + thread; v < last; v += WORKGROUP_SIZE) {
    let w = inverse_masses[v];
    if (w == 0.0) {
      sum.any_held = 1.0;
    } else {
      sum.mass += 1.0 / w;
      sum.centre += (position(v) - reference) / w;
    }
  }
  sums[thread] = sum;
  workgroupBarrier();
  if (thread == 0u) {
    for (var k = 1u; k < WORKGROUP_SIZE; k++) {
      sum.mass += sums[k].mass;
      sum.centre += sums[k].centre;
      sum.any_held += sums[k].any_held;
    }
    sum.centre = select(vec3f(), sum.centre / sum.mass, sum.mass > 0.0);
    centre = sum.centre;
  }
  let middle = workgroupUniformLoad(&centre);

  // Second moments are summed about the chunk's centre of mass. About any other point they would be larger, and find-spins.wgsl would take
  // small differences of large numbers.
  var about: Inertia;
  for (var v = first + thread; v < last; v += WORKGROUP_SIZE) {
    let w = inverse_masses[v];
    let m = select(0.0, 1.0 / w, w > 0.0);
    let x = position(v) - reference - middle;
    about.squares += m * x * x;
    about.products += m * x.yzx * x.zxy;
    about.lost_momentum += vec3f(moments[3u * v], moments[3u * v + 1u], moments[3u * v + 2u]);
  }
  sums[thread] = about;
  workgroupBarrier();
  if (thread == 0u) {
    for (var k = 1u; k < WORKGROUP_SIZE; k++) {
      about.squares += sums[k].squares;
      about.products += sums[k].products;
      about.lost_momentum += sums[k].lost_momentum;
    }
    inertias[chunk] = Inertia(sum.centre, sum.mass, about.squares, sum.any_held, about.products, about.lost_momentum);
  }
}
