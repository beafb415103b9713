// One XPBD iteration over the stable Neo-Hookean tetrahedra of one colour: the hydrostatic and the deviatoric constraint as a
// 2x2 system. Twin of src/simulation/solve/neo-hookean.ts, which says why. Element: a tetrahedron of the batch.
#include /shaders/shared/parameters.wgsl;
#include /shaders/shared/dispatch.wgsl;
#include /shaders/shared/topology.wgsl;
#include /shaders/shared/constraints.wgsl;
#include /shaders/shared/position.wgsl;
#include /shaders/shared/put-position.wgsl;

@group(0) @binding(0) var<uniform> parameters: Parameters;
@group(0) @binding(1) var<uniform> dispatch_arguments: DispatchArguments;
@group(1) @binding(0) var<storage, read> topology: array<u32>;
@group(2) @binding(0) var<storage, read_write> positions: array<f32>;
@group(2) @binding(1) var<storage, read> positions_t0: array<f32>;
@group(2) @binding(4) var<storage, read> inverse_masses: array<f32>;
@group(2) @binding(5) var<storage, read_write> multipliers: array<f32>;

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

fn edges_t0(v: vec4u) -> mat3x3f {
  let o = vec3f(positions_t0[3u * v.x], positions_t0[3u * v.x + 1u], positions_t0[3u * v.x + 2u]);
  let a = vec3f(positions_t0[3u * v.y], positions_t0[3u * v.y + 1u], positions_t0[3u * v.y + 2u]);
  let b = vec3f(positions_t0[3u * v.z], positions_t0[3u * v.z + 1u], positions_t0[3u * v.z + 2u]);
  let c = vec3f(positions_t0[3u * v.w], positions_t0[3u * v.w + 1u], positions_t0[3u * v.w + 2u]);
  return mat3x3f(a - o, b - o, c - o);
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
  let x0 = position(v.x);
  let x1 = position(v.y);
  let x2 = position(v.z);
  let x3 = position(v.w);
  let edges = mat3x3f(x1 - x0, x2 - x0, x3 - x0);

  let inverse_rest = elastic_inverse_rest(dispatch_arguments.model, tet);
  let metric_gradient = edges * (inverse_rest * transpose(inverse_rest));
  let norm_squared = contract(edges, metric_gradient);
  let norm = sqrt(max(norm_squared, 0.0));
  let unit = select(0.0, 1.0 / norm, norm_squared > LEAST_NORM_SQUARED);
  let d_edges = metric_gradient * unit;

  let volume = elastic_volume(dispatch_arguments.model, tet);
  let h_edges = mat3x3f(cross(edges[1], edges[2]), cross(edges[2], edges[0]), cross(edges[0], edges[1])) * (1.0 / (6.0 * volume));
  let determinant_f = dot(edges[0], h_edges[0]);

  let before = edges_t0(v);
  let moved = mat3x3f(edges[0] - before[0], edges[1] - before[1], edges[2] - before[2]);
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

  put_position(v.x, x0 + w.x * (step.x * h[0] + step.y * d[0]));
  put_position(v.y, x1 + w.y * (step.x * h[1] + step.y * d[1]));
  put_position(v.z, x2 + w.z * (step.x * h[2] + step.y * d[2]));
  put_position(v.w, x3 + w.w * (step.x * h[3] + step.y * d[3]));
}
