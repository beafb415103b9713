// First of three kernels that restore the angular momentum that each body has lost in the step. It writes an Inertia record for each chunk:
// at most SUM_CHUNK consecutive vertices of one body. The record holds mass, centre of mass, second moments about this centre, and the
// chunk's part of the lost momentum: the sum of the array `moments`; besides its momenta, and whether a collider touches it. Then find-spins.wgsl derives a spin for each body from its records,
// and spin.wgsl adds it to the velocities. CPU version of the three kernels, with the derivation:
// src/simulation/integrators/xpbd/moments.ts.
// One workgroup per chunk: each thread sums every WORKGROUP_SIZE-th vertex, then the first thread adds up the threads' sums.
#include /shaders/shared/position.wgsl;
#include /shaders/integrators/xpbd/inertia.wgsl;
#reads parameters, inverse_masses, moments, velocities, collider_impulses;
#writes inertias;

var<workgroup> sums: array<Inertia, WORKGROUP_SIZE>;
var<workgroup> centre: vec3f;

// Finds the body that a chunk of vertices belongs to, by bisection.
fn body_of_chunk(chunk: u32) -> u32 {
  var body = 0u;
  var end = parameters.body_count;
  while (end - body > 1u) {
    let mid_body = (body + end) / 2u;
    if (first_chunk(mid_body) <= chunk) {
      body = mid_body;
    } else {
      end = mid_body;
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
  let body_end = first_vertex(body + 1u);
  let chunk_begin = min(body_end, first_vertex(body) + SUM_CHUNK * (chunk - first_chunk(body)));
  let chunk_end = min(body_end, chunk_begin + SUM_CHUNK);
  // Sum positions relative to the body's first vertex: far from the world's origin, float32 would round away the small differences.
  let base = position(first_vertex(body));

  var sum: Inertia;
  for (var v = chunk_begin + thread; v < chunk_end; v += WORKGROUP_SIZE) {
    let w = inverse_masses[v];
    if (w == 0.0) {
      sum.any_held = 1.0;
    } else {
      sum.mass += 1.0 / w;
      sum.centre += (position(v) - base) / w;
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

  // Sum second moments about the chunk's centre of mass. Sums about the body's first vertex would be larger: float32's rounding errors in
  // them would be as large as the inertia of a long rod about its axis.
  var about_centre: Inertia;
  for (var v = chunk_begin + thread; v < chunk_end; v += WORKGROUP_SIZE) {
    let w = inverse_masses[v];
    let m = select(0.0, 1.0 / w, w > 0.0);
    let x = position(v) - base - middle;
    about_centre.squares += m * x * x;
    about_centre.products += m * x.yzx * x.zxy;
    about_centre.momentum_error += vec3f(moments[3u * v], moments[3u * v + 1u], moments[3u * v + 2u]);
    let p = m * vec3f(velocities[3u * v], velocities[3u * v + 1u], velocities[3u * v + 2u]);
    about_centre.linear += p;
    about_centre.angular += cross(x, p);
    about_centre.touches += select(0.0, 1.0, collider_impulses[v].w != 0.0);
  }
  sums[thread] = about_centre;
  workgroupBarrier();
  if (thread == 0u) {
    for (var k = 1u; k < WORKGROUP_SIZE; k++) {
      about_centre.squares += sums[k].squares;
      about_centre.products += sums[k].products;
      about_centre.momentum_error += sums[k].momentum_error;
      about_centre.linear += sums[k].linear;
      about_centre.angular += sums[k].angular;
      about_centre.touches += sums[k].touches;
    }
    about_centre.centre = sum.centre;
    about_centre.mass = sum.mass;
    about_centre.any_held = sum.any_held;
    inertias[chunk] = about_centre;
  }
}
