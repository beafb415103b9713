// Sums of the tetrahedra for the line search. Twin of addRemainders (src/simulation/integrators/implicit-euler/elements.ts) and of
// elementRemainder (element.ts), where the polynomial is derived. One workgroup per chunk of SUM_CHUNK tetrahedra.
#include /shaders/integrators/implicit-euler/element.wgsl;
#include /shaders/integrators/implicit-euler/hessian.wgsl;
#include /shaders/integrators/implicit-euler/remainder-sums.wgsl;
#include /shaders/integrators/implicit-euler/vectors.wgsl;
#reads parameters;

// Returns the sum of the products of all pairs of elements.
fn contract(a: mat3x3f, b: mat3x3f) -> f32 {
  return dot(a[0], b[0]) + dot(a[1], b[1]) + dot(a[2], b[2]);
}

// Coefficients of the 2nd to the 6th power of the step length.
struct Polynomial {
  low: vec3f,
  high: vec2f,
}

// @param s displacements of the edges at step length 1    @param curvature s . projected Hessian s
fn element_remainder(tet: Element, s: mat3x3f, curvature: f32) -> Polynomial {
  let e = tet.edges;
  let scale = 1.0 / (6.0 * tet.volume);
  let a = scale * (dot(s[0], cross(e[1], e[2])) + dot(s[1], cross(e[2], e[0])) + dot(s[2], cross(e[0], e[1])));
  let b = scale * (dot(e[0], cross(s[1], s[2])) + dot(e[1], cross(s[2], s[0])) + dot(e[2], cross(s[0], s[1])));
  let c = scale * determinant(s);
  let pressure = pressure_of(tet);
  let bulk = tet.lambda + tet.damping * (tet.lambda - tet.mu);
  let squares = transpose(s) * s;
  let stretch = contract(tet.metric, squares);
  var low = tet.volume * vec3f(
    0.5 * tet.mu * stretch + 0.5 * bulk * a * a + pressure * b,
    bulk * a * b + pressure * c,
    bulk * (0.5 * b * b + a * c),
  );
  low.x -= 0.5 * curvature;
  let mixed = transpose(e) * s;
  let y = tet.metric * change_of_metric(tet);
  let rate = tet.metric * (mixed + transpose(mixed));
  let bend = tet.metric * squares;
  let viscosity = 0.25 * tet.volume * tet.damping * tet.mu;
  // The trace of a product is the contraction of one factor with the other's transpose.
  low += viscosity * vec3f(
    contract(rate, transpose(rate)) + 2.0 * contract(y, transpose(bend)),
    2.0 * contract(rate, transpose(bend)),
    contract(bend, transpose(bend)),
  );
  return Polynomial(low, tet.volume * bulk * vec2f(b * c, 0.5 * c * c));
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) thread: u32,
) {
  let chunk = group.x + group.y * groups.x;
  var sums: LengthSums;
  let end = min(SUM_CHUNK * (chunk + 1u), parameters.tet_count);
  for (var i = SUM_CHUNK * chunk + thread; i < end; i += WORKGROUP_SIZE) {
    let body = body_of(i, BODY_TET_BASE);
    if (has_springs(body)) {
      continue;
    }
    let tet = load_element(body, i);
    let d = vector_at(VECTOR_SOLUTION, tet.vertices.x);
    let s = mat3x3f(
      vector_at(VECTOR_SOLUTION, tet.vertices.y) - d,
      vector_at(VECTOR_SOLUTION, tet.vertices.z) - d,
      vector_at(VECTOR_SOLUTION, tet.vertices.w) - d,
    );
    let r = element_remainder(tet, s, contract(s, times_hessian(i, s)));
    var l = 1.0;
    for (var n = 0u; n < STEP_LENGTHS; n++) {
      sums[n] += l * l * (r.low.x + l * (r.low.y + l * (r.low.z + l * (r.high.x + l * r.high.y))));
      l *= 0.5;
    }
  }
  if (SUM_CHUNK * chunk < parameters.tet_count) {
    put_remainders(sums, chunk, thread);
  }
}
