// One XPBD iteration over the stable Neo-Hookean tetrahedra of one colour: the hydrostatic and the deviatoric constraint as a
// 2x2 system. Twin of src/simulation/solve/neo-hookean.ts, which says why. Element: a tetrahedron of the batch.
#include /shaders/shared/parameters.wgsl;
#include /shaders/shared/dispatch.wgsl;
#include /shaders/shared/topology.wgsl;
#include /shaders/shared/constraints.wgsl;
#include /shaders/shared/position-t0.wgsl;
#include /shaders/shared/moment.wgsl;

@group(0) @binding(0) var<uniform> parameters: Parameters;
@group(0) @binding(1) var<uniform> dispatch_arguments: DispatchArguments;
@group(1) @binding(0) var<storage, read> topology: array<u32>;
@group(2) @binding(1) var<storage, read> positions_t0: array<f32>;
@group(2) @binding(4) var<storage, read> inverse_masses: array<f32>;
@group(2) @binding(5) var<storage, read_write> multipliers: array<f32>;
@group(2) @binding(21) var<storage, read_write> remainders: array<f32>; // x - x0
@group(2) @binding(23) var<storage, read_write> moments: array<f32>;

// Rows of gradients by the four corners.
fn weighted_dot(w: vec4f, a: mat4x3f, b: mat4x3f) -> f32 {
  return dot(w, vec4f(dot(a[0], b[0]), dot(a[1], b[1]), dot(a[2], b[2]), dot(a[3], b[3])));
}

// Gradients by the edges from corner 0, and by that corner, which balances them.
fn with_first(edges: mat3x3f) -> mat4x3f {
  return mat4x3f(-edges[0] - edges[1] - edges[2], edges[0], edges[1], edges[2]);
}

fn contract(a: mat3x3f, b: mat3x3f) -> f32 {
  return dot(a[0], b[0]) + dot(a[1], b[1]) + dot(a[2], b[2]);
}

fn displacement(v: u32) -> vec3f {
  return vec3f(remainders[3u * v], remainders[3u * v + 1u], remainders[3u * v + 2u]);
}

fn put_displacement(v: u32, u: vec3f) {
  remainders[3u * v] = u.x;
  remainders[3u * v + 1u] = u.y;
  remainders[3u * v + 2u] = u.z;
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = element(id, groups);
  if (i >= dispatch_arguments.count) {
    return;
  }
  let body = dispatch_arguments.first_body + i / dispatch_arguments.batch_size;
  let tet = dispatch_arguments.batch_begin + i % dispatch_arguments.batch_size;
  let v = elastic_vertices(dispatch_arguments.model, tet) + body_word(body, BODY_VERTEX_BASE);
  let w = vec4f(inverse_masses[v.x], inverse_masses[v.y], inverse_masses[v.z], inverse_masses[v.w]);
  let u0 = displacement(v.x);
  let u1 = displacement(v.y);
  let u2 = displacement(v.z);
  let u3 = displacement(v.w);
  let moved = mat3x3f(u1 - u0, u2 - u0, u3 - u0);
  let origin = position_t0(v.x);
  let before = mat3x3f(position_t0(v.y) - origin, position_t0(v.z) - origin, position_t0(v.w) - origin);
  let edges = mat3x3f(before[0] + moved[0], before[1] + moved[1], before[2] + moved[2]);

  let metric_gradient = edges * elastic_rest_metric(dispatch_arguments.model, tet);
  let norm_squared = contract(edges, metric_gradient);
  let norm = sqrt(max(norm_squared, 0.0));
  let unit = select(0.0, 1.0 / norm, norm_squared > LEAST_NORM_SQUARED);
  let d_edges = metric_gradient * unit;

  let volume = elastic_volume(dispatch_arguments.model, tet);
  let h_edges = mat3x3f(cross(edges[1], edges[2]), cross(edges[2], edges[0]), cross(edges[0], edges[1])) * (1.0 / (6.0 * volume));
  let determinant_f = dot(edges[0], h_edges[0]);

  let damping = parameters.material_damping * parameters.inverse_dt;
  let h = with_first(h_edges);
  let d = with_first(d_edges);
  let hh = (1.0 + damping) * weighted_dot(w, h, h);
  let dd = (1.0 + damping) * weighted_dot(w, d, d);
  let hd = (1.0 + damping) * weighted_dot(w, h, d);

  // The twin's lambda is Lame's first parameter and mu: neoHookeanParameters.
  let lambda = parameters.lambda + parameters.mu;
  let rate = parameters.inverse_dt * parameters.inverse_dt / volume;
  let alpha = vec2f(rate / lambda, rate / parameters.mu);
  let m = 2u * (body_word(body, BODY_TET_BASE) + tet);
  let sums = vec2f(multipliers[m], multipliers[m + 1u]);
  let values = vec2f(determinant_f - 1.0 - parameters.mu / lambda, norm);
  let change = vec2f(contract(h_edges, moved), contract(d_edges, moved));
  let right = -values - alpha * sums - damping * change;
  let inverse = 1.0 / ((hh + alpha.x) * (dd + alpha.y) - hd * hd);
  let step = inverse * vec2f((dd + alpha.y) * right.x - hd * right.y, (hh + alpha.x) * right.y - hd * right.x);
  multipliers[m] = sums.x + step.x;
  multipliers[m + 1u] = sums.y + step.y;

  // Impulses times dt [kg m]: those of a tetrahedron cancel out, their moment about x, but not that about x0.
  let f1 = step.x * h[1] + step.y * d[1];
  let f2 = step.x * h[2] + step.y * d[2];
  let f3 = step.x * h[3] + step.y * d[3];
  put_displacement(v.x, u0 - w.x * (f1 + f2 + f3));
  put_displacement(v.y, u1 + w.y * f1);
  put_displacement(v.z, u2 + w.z * f2);
  put_displacement(v.w, u3 + w.w * f3);
  add_moment(v.x, cross(before[0], f1) + cross(before[1], f2) + cross(before[2], f3));
}
