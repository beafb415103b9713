// Gives each free body back the angular momentum that the step has lost. Twin of src/simulation/solve/moments.ts, which says
// why. A workgroup a body: each thread adds up every WORKGROUP_SIZE-th vertex, the first thread adds up the threads.
#include /shaders/shared/parameters.wgsl;
#include /shaders/shared/dispatch.wgsl;
#include /shaders/shared/topology.wgsl;
#include /shaders/shared/position.wgsl;

@group(0) @binding(0) var<uniform> parameters: Parameters;
@group(0) @binding(1) var<uniform> dispatch_arguments: DispatchArguments;
@group(1) @binding(0) var<storage, read> topology: array<u32>;
@group(2) @binding(0) var<storage, read> positions: array<f32>;
@group(2) @binding(2) var<storage, read_write> velocities: array<f32>;
@group(2) @binding(4) var<storage, read> inverse_masses: array<f32>;
@group(2) @binding(23) var<storage, read> moments: array<f32>;

// Of vertices, about the body's first: mass; its first and second moments (xx, yy, zz; yz, zx, xy); the sum of `moments`.
struct Sums {
  mass: f32,
  first: vec3f,
  squares: vec3f,
  products: vec3f,
  lost: vec3f,
  held: f32,
}

var<workgroup> sums: array<Sums, WORKGROUP_SIZE>;
var<workgroup> spin: vec3f;
var<workgroup> centre: vec3f;

fn add_up(thread: u32, first: u32, last: u32) {
  var sum: Sums;
  let origin = position(first);
  for (var v = first + thread; v < last; v += WORKGROUP_SIZE) {
    let w = inverse_masses[v];
    if (w == 0.0) {
      sum.held = 1.0;
      continue;
    }
    let x = position(v) - origin;
    let m = 1.0 / w;
    sum.mass += m;
    sum.first += m * x;
    sum.squares += m * x * x;
    sum.products += m * x.yzx * x.zxy;
    sum.lost += vec3f(moments[3u * v], moments[3u * v + 1u], moments[3u * v + 2u]);
  }
  sums[thread] = sum;
}

fn find_spin() {
  var sum = sums[0];
  for (var k = 1u; k < WORKGROUP_SIZE; k++) {
    sum.mass += sums[k].mass;
    sum.first += sums[k].first;
    sum.squares += sums[k].squares;
    sum.products += sums[k].products;
    sum.lost += sums[k].lost;
    sum.held += sums[k].held;
  }
  spin = vec3f();
  if (sum.held > 0.0 || sum.mass == 0.0) {
    return;
  }
  let c = sum.first / sum.mass;
  let squares = sum.squares - sum.mass * c * c;
  // The tensor of inertia over its trace: a on the diagonal; b at yz, zx, xy. Then its adjugate in the same way.
  let trace = 2.0 * (squares.x + squares.y + squares.z);
  let a = (squares.yzx + squares.zxy) / trace;
  let b = (sum.mass * c.yzx * c.zxy - sum.products) / trace;
  let diagonal = a.yzx * a.zxy - b * b;
  let others = b.yzx * b.zxy - a * b;
  let determinant = a.x * diagonal.x + b.z * others.z + b.y * others.y;
  centre = c;
  if (determinant > LEAST_INERTIA) {
    let lost = -parameters.inverse_dt / (determinant * trace) * sum.lost;
    spin = diagonal * lost + others.zxy * lost.yzx + others.yzx * lost.zxy;
  }
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
  let first = body_word(body, BODY_VERTEX_BASE);
  var last = parameters.vertex_count;
  if (body + 1u < parameters.body_count) {
    last = body_word(body + 1u, BODY_VERTEX_BASE);
  }
  add_up(thread, first, last);
  workgroupBarrier();
  if (thread == 0u) {
    find_spin();
  }
  workgroupBarrier();
  let turn = workgroupUniformLoad(&spin);
  let middle = position(first) + workgroupUniformLoad(&centre);
  if (all(turn == vec3f())) {
    return;
  }
  for (var v = first + thread; v < last; v += WORKGROUP_SIZE) {
    let change = cross(turn, position(v) - middle);
    velocities[3u * v] += change.x;
    velocities[3u * v + 1u] += change.y;
    velocities[3u * v + 2u] += change.z;
  }
}
