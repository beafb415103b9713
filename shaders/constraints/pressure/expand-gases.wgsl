// Updates the XPBD multiplier of each body's gas. push-surfaces.wgsl then moves the body's surface by the change of the multiplier. Twin of
// updateMultipliers in src/simulation/constraints/pressure/gas.ts; `gas` there has the derivation. One workgroup per body: each thread
// sums every WORKGROUP_SIZE-th surface vertex, then the first thread sums over the threads.
#include /shaders/shared/topology.wgsl;
#include /shaders/shared/position.wgsl;
#include /shaders/constraints/pressure/first-surface-vertex.wgsl;
#include /shaders/constraints/pressure/volume-gradient.wgsl;
#reads parameters, inverse_masses;
#writes gases;

// Sums per thread: 3 times the volume [m^3], and S, the sum of inverse mass times squared volume gradient (gas.ts).
var<workgroup> sums: array<vec2f, WORKGROUP_SIZE>;

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
  let end = first_surface_vertex(body + 1u);
  // Positions are taken relative to the body's first vertex, since float32 would lose small differences far from the origin.
  let reference = position(body_word(body, BODY_VERTEX_BASE));
  var sum = vec2f();
  for (var s = first_surface_vertex(body) + thread; s < end; s += WORKGROUP_SIZE) {
    let v = world_surface_vertex(s);
    let gradient = volume_gradient(s);
    sum += vec2f(dot(position(v) - reference, gradient), inverse_masses[v] * dot(gradient, gradient));
  }
  sums[thread] = sum;
  workgroupBarrier();
  if (thread > 0u) {
    return;
  }
  for (var k = 1u; k < WORKGROUP_SIZE; k++) {
    sum += sums[k];
  }
  let rest_volume = gases[body].rest_volume;
  let lambda = gases[body].lambda;
  // V in the gas law (gas.ts).
  let counted_volume = max(sum.x / 3.0, MIN_VOLUME_SHARE * rest_volume);
  var change = 0.0;
  if (counted_volume > 0.0) {
    let pushed = parameters.dt * parameters.dt * parameters.pressure * rest_volume / counted_volume; // dt^2 p(V)
    change = (pushed - lambda) / (1.0 + pushed * sum.y / counted_volume);
  }
  gases[body].change = change;
  gases[body].lambda = lambda + change;
}
