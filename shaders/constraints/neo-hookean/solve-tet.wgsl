// One XPBD iteration over a stable Neo-Hookean tetrahedron. Twin of solveTets in
// src/simulation/constraints/neo-hookean/solve-tets.ts; `neoHookean` in neo-hookean.ts has the derivation. x0 are the positions at the
// step's start.
#include /shaders/constraints/neo-hookean/corners.wgsl;
#include /shaders/shared/moment.wgsl;
#include /shaders/constraints/elastic/put-displacement.wgsl;
#include /shaders/shared/material.wgsl;
#reads parameters;
#writes multipliers;

// Returns the sum of the products of corresponding entries.
fn contract(a: mat3x3f, b: mat3x3f) -> f32 {
  return dot(a[0], b[0]) + dot(a[1], b[1]) + dot(a[2], b[2]);
}

fn multiplier(at: u32) -> vec3f {
  return vec3f(multipliers[at], multipliers[at + 1u], multipliers[at + 2u]);
}

fn put_multiplier(at: u32, f: vec3f) {
  multipliers[at] = f.x;
  multipliers[at + 1u] = f.y;
  multipliers[at + 2u] = f.z;
}

// Impulses times dt [kg m] on corners 1 to 3 that the tetrahedron has applied in this step.
alias Multipliers = mat3x3f;

fn load_multipliers(body: u32, model: u32, tet: u32) -> Multipliers {
  let m = body_word(body, BODY_MULTIPLIER_BASE) + 9u * tet;
  return mat3x3f(multiplier(m), multiplier(m + 3u), multiplier(m + 6u));
}

// `own`: corners whose results are stored. Each of corners 1 to 3 has an impulse, corner 0 the moment.
fn solve_corners(body: u32, model: u32, tet: u32, c: array<Corner, 4>, applied: Multipliers, own: vec4<bool>) {
  let w = vec4f(c[0].w, c[1].w, c[2].w, c[3].w);
  if (all(w == vec4f())) {
    return; // all corners are held
  }
  // Edges from corner 0: `before` at x0, `moved` their change since then, `edges` now.
  let moved = mat3x3f(c[1].u - c[0].u, c[2].u - c[0].u, c[3].u - c[0].u);
  let before = mat3x3f(c[1].x0 - c[0].x0, c[2].x0 - c[0].x0, c[3].x0 - c[0].x0);
  let edges = mat3x3f(before[0] + moved[0], before[1] + moved[1], before[2] + moved[2]);

  let metric = elastic_rest_metric(model, tet);
  let norm_squared = contract(edges, edges * metric);
  let volume = elastic_volume(model, tet);
  let sixth = 1.0 / (6.0 * volume);
  let h = mat3x3f(cross(edges[1], edges[2]), cross(edges[2], edges[0]), cross(edges[0], edges[1])) * sixth;
  let determinant_f = dot(edges[0], h[0]);
  let determinant_t0 = dot(before[0], cross(before[1], before[2])) * sixth;

  // Change of E^T E since x0, with E the matrix of the edges.
  let change = transpose(moved) * edges + transpose(before) * moved;
  // `lame` is the material's first Lame parameter. `lambda` below is lame + mu, as in neoHookeanParameters of neo-hookean.ts.
  var mu = parameters.mu;
  var lame = parameters.lambda;
  var damping_time = parameters.material_damping;
  let material = body_word(body, BODY_MATERIAL);
  if (material != 0u) {
    mu = material_number(material, MATERIAL_MU);
    lame = material_number(material, MATERIAL_LAMBDA);
    damping_time = material_number(material, MATERIAL_MATERIAL_DAMPING);
  }
  let lambda = lame + mu;
  let damping = damping_time * parameters.inverse_dt;
  let stiffness = volume * parameters.dt * parameters.dt;
  let stress = stiffness * mu * (metric + damping * (metric * change * metric));
  let pressure = lambda * (determinant_f - 1.0 - mu / lambda) + damping * lame * (determinant_f - determinant_t0);
  let m = body_word(body, BODY_MULTIPLIER_BASE) + 9u * tet;
  // The stress at the current positions requires this beyond the applied impulses.
  let missing = (edges * stress + stiffness * pressure * h + applied) * -1.0;

  let mean = norm_squared / 3.0;
  let longest = mean + 2.0 * sqrt(max(mean * mean - determinant_f * determinant_f / max(mean, TINY), 0.0));
  let shear = stiffness * (mu * (1.0 + 2.0 * damping * longest) + abs(pressure) * sqrt(max(longest, 0.0)));
  let bulk = stiffness * lambda * (1.0 + damping);
  let weights = mat3x3f(w.xxx + vec3f(w.y, 0.0, 0.0), w.xxx + vec3f(0.0, w.z, 0.0), w.xxx + vec3f(0.0, 0.0, w.w));
  let b = mat3x3f(1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0) + shear * (weights * metric);
  let cofactors = mat3x3f(cross(b[1], b[2]), cross(b[2], b[0]), cross(b[0], b[1]));
  let inverse = transpose(cofactors) * (1.0 / dot(b[0], cofactors[0]));
  let t = missing * inverse;
  let d = h * inverse;
  let k = h * weights;
  let share = bulk * contract(k, t) / (1.0 + bulk * contract(k, d));

  // Impulses times dt [kg m] on corners 1 to 3; corner 0 gets the opposite of their sum.
  let f1 = t[0] - share * d[0];
  let f2 = t[1] - share * d[1];
  let f3 = t[2] - share * d[2];
  if (own.x) {
    put_displacement(c[0].v, c[0].u - w.x * (f1 + f2 + f3));
    add_moment(c[0].v, cross(before[0], f1) + cross(before[1], f2) + cross(before[2], f3));
  }
  if (own.y) {
    put_displacement(c[1].v, c[1].u + w.y * f1);
    put_multiplier(m, applied[0] + f1);
  }
  if (own.z) {
    put_displacement(c[2].v, c[2].u + w.z * f2);
    put_multiplier(m + 3u, applied[1] + f2);
  }
  if (own.w) {
    put_displacement(c[3].v, c[3].u + w.w * f3);
    put_multiplier(m + 6u, applied[2] + f3);
  }
}
