// Finds for each body a rigid spin. Added to the velocities by spin.wgsl, it restores the angular momentum that the body has lost in the
// step. The input is the Inertia records of the body's chunks of vertices (moments.wgsl). CPU version: findSpin in
// src/simulation/integrators/xpbd/moments.ts; the head of that file has the derivation.
// One workgroup per body: each thread sums every WORKGROUP_SIZE-th chunk, then the first thread adds up the threads' sums.
#include /shaders/integrators/xpbd/inertia.wgsl;
#reads parameters, inertias;
#writes spins;

var<workgroup> sums: array<Inertia, WORKGROUP_SIZE>;
var<workgroup> centre: vec3f;

// Returns the share of the moments that a body gets back: all, unless it touches a collider.
fn share_given_back(total: Inertia) -> f32 {
  let error = length(total.momentum_error);
  let most = TOUCHING_SHARE * length(total.angular) / parameters.inverse_dt;
  return select(1.0, most / error, total.touches > 0.0 && error > most);
}

// Returns the spin w of a body that solves inertia tensor * w = -momentum_error / dt. The tensor divided by its trace is factored as
// L D L^T, with pivots of at least LEAST_INERTIA. `total` is the sum over the body.
fn spin_of(total: Inertia) -> vec3f {
  let trace = 2.0 * (total.squares.x + total.squares.y + total.squares.z);
  // No spin if a vertex of the body is held in place: what holds it takes up the momentum. A body without extent can't spin either.
  if (total.any_held > 0.0 || !(trace > 0.0)) {
    return vec3f();
  }
  let a = (total.squares.yzx + total.squares.zxy) / trace;
  let o = -total.products / trace; // yz, zx, xy
  let d0 = max(a.x, LEAST_INERTIA);
  let l10 = o.z / d0;
  let l20 = o.y / d0;
  let d1 = max(a.y - l10 * o.z, LEAST_INERTIA);
  let rest = o.x - l20 * o.z;
  let l21 = rest / d1;
  let d2 = max(a.z - l20 * o.y - l21 * rest, LEAST_INERTIA);
  let b = -share_given_back(total) * parameters.inverse_dt / trace * total.momentum_error;
  let by = b.y - l10 * b.x;
  let bz = b.z - l20 * b.x - l21 * by;
  let wz = bz / d2;
  let wy = by / d1 - l21 * wz;
  return vec3f(b.x / d0 - l10 * wy - l20 * wz, wy, wz);
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) thread: u32,
) {
  let body = group.x + group.y * groups.x;
  if (body >= parameters.body_count) {
    return;
  }
  let begin = first_chunk(body);
  let end = first_chunk(body + 1u);

  var sum: Inertia;
  for (var i = begin + thread; i < end; i += WORKGROUP_SIZE) {
    sum.mass += inertias[i].mass;
    sum.centre += inertias[i].mass * inertias[i].centre;
    sum.any_held += inertias[i].any_held;
  }
  sums[thread] = sum;
  workgroupBarrier();
  if (thread == 0u) {
    for (var k = 1u; k < WORKGROUP_SIZE; k++) {
      sum.mass += sums[k].mass;
      sum.centre += sums[k].centre;
      sum.any_held += sums[k].any_held;
    }
    centre = select(vec3f(), sum.centre / sum.mass, sum.mass > 0.0);
  }
  let middle = workgroupUniformLoad(&centre);

  var about_centre: Inertia;
  for (var i = begin + thread; i < end; i += WORKGROUP_SIZE) {
    let m = inertias[i].mass;
    let x = inertias[i].centre - middle;
    about_centre.squares += inertias[i].squares + m * x * x;
    about_centre.products += inertias[i].products + m * x.yzx * x.zxy;
    about_centre.momentum_error += inertias[i].momentum_error;
    about_centre.angular += inertias[i].angular + cross(x, inertias[i].linear);
    about_centre.touches += inertias[i].touches;
  }
  sums[thread] = about_centre;
  workgroupBarrier();
  if (thread == 0u) {
    for (var k = 1u; k < WORKGROUP_SIZE; k++) {
      about_centre.squares += sums[k].squares;
      about_centre.products += sums[k].products;
      about_centre.momentum_error += sums[k].momentum_error;
      about_centre.angular += sums[k].angular;
      about_centre.touches += sums[k].touches;
    }
    about_centre.any_held = sum.any_held;
    spins[body].rate = spin_of(about_centre);
    spins[body].centre = middle;
  }
}
