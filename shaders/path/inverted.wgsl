// Lists the inverted or flat elements of each body, with their bounding balls. Twin of findInverted in src/simulation/path/clearance.ts.
// Threads write the list in any order; this doesn't matter, since only minima are computed from it. Runs after folded-edges.wgsl, which
// empties the lists. One thread per tetrahedron, over all bodies.
#include /shaders/shared/dispatch.wgsl;
#include /shaders/shared/topology.wgsl;
#include /shaders/shared/position.wgsl;
#include /shaders/path/body-of.wgsl;
#reads dispatch_arguments;
#atomics path_data;

// An element counts as flat if six times its volume is at most this share of the product of the lengths of three edges at one corner.
// The share is some ten times the rounding error.
const FLAT_VOLUME = 2e-6;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = element(id, groups);
  if (i >= dispatch_arguments.count) {
    return;
  }
  let body = body_of(i, BODY_TET_BASE);
  let base = body_word(body, BODY_VERTEX_BASE);
  let vertices = tet_vertices(body_model(body), i - body_word(body, BODY_TET_BASE));
  let a = position(base + vertices.x);
  let b = position(base + vertices.y);
  let c = position(base + vertices.z);
  let d = position(base + vertices.w);
  let u = b - a;
  let v = c - a;
  let w = d - a;
  if (dot(u, cross(v, w)) > FLAT_VOLUME * length(u) * length(v) * length(w)) {
    return;
  }
  let list = body_word(body, BODY_INVERTED);
  let k = atomicAdd(&path_data[list], 1u);
  // The count grows even if the list is full. This tells near-inverted.wgsl that elements are missing.
  if (k >= body_word(body, BODY_INVERTED_CAPACITY)) {
    return;
  }
  let centre = 0.25 * (a + b + c + d);
  let radius = max(max(distance(a, centre), distance(b, centre)), max(distance(c, centre), distance(d, centre)));
  let ball = bitcast<vec4u>(vec4f(centre, (1.0 + BALL_SLACK) * radius));
  for (var word = 0u; word < 4u; word++) {
    atomicStore(&path_data[list + 1u + 4u * k + word], ball[word]);
  }
}
