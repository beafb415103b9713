// One XPBD iteration over a stable Neo-Hookean tetrahedron as two scalar constraints: |F|, then det F. Twin of solveTetsXpbd in
// src/simulation/constraints/neo-hookean-xpbd/solve-tets-xpbd.ts. x0 are the positions at the step's start.
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

// Returns the inverse masses' weighted square of a gradient by the edges; corner 0 has the opposite of their sum.
fn weighted(w: vec4f, g: mat3x3f) -> f32 {
  let g0 = g[0] + g[1] + g[2];
  return dot(w, vec4f(dot(g0, g0), dot(g[0], g[0]), dot(g[1], g[1]), dot(g[2], g[2])));
}

// Returns how far impulses on corners 1 to 3 move the edges.
fn edge_moves(w: vec4f, f: mat3x3f) -> mat3x3f {
  let f0 = w.x * (f[0] + f[1] + f[2]);
  return mat3x3f(w.y * f[0] + f0, w.z * f[1] + f0, w.w * f[2] + f0);
}

// The two constraints' multipliers.
alias Multipliers = vec2f;

fn load_multipliers(body: u32, model: u32, tet: u32) -> Multipliers {
  let m = body_word(body, BODY_MULTIPLIER_BASE) + 2u * tet;
  return vec2f(multipliers[m], multipliers[m + 1u]);
}

// `own`: corners whose results are stored. Corner 0 has the multipliers and the moment.
fn solve_corners(body: u32, model: u32, tet: u32, c: array<Corner, 4>, applied: Multipliers, own: vec4<bool>) {
  let w = vec4f(c[0].w, c[1].w, c[2].w, c[3].w);
  if (all(w == vec4f())) {
    return; // all corners are held
  }
  // Edges from corner 0: `before` at x0, `moved` their change since then, `edges` now.
  let moved = mat3x3f(c[1].u - c[0].u, c[2].u - c[0].u, c[3].u - c[0].u);
  let before = mat3x3f(c[1].x0 - c[0].x0, c[2].x0 - c[0].x0, c[3].x0 - c[0].x0);
  let edges = before + moved;

  // `lame` is the material's first Lame parameter. `lambda` below is lame + mu, as in neoHookeanParameters of neo-hookean.ts.
  var mu = parameters.mu;
  var lame = parameters.lambda;
  var damping_time = parameters.material_damping;
  var density = parameters.density;
  let material = body_word(body, BODY_MATERIAL);
  if (material != 0u) {
    mu = material_number(material, MATERIAL_MU);
    lame = material_number(material, MATERIAL_LAMBDA);
    damping_time = material_number(material, MATERIAL_MATERIAL_DAMPING);
    density = material_number(material, MATERIAL_DENSITY);
  }
  let lambda = lame + mu;
  let damping = damping_time * parameters.inverse_dt;
  let volume = elastic_volume(model, tet);
  // An element that is too stiff for the step is softened (softening.ts).
  let metric = elastic_rest_metric(model, tet);
  let spread = 2.0 * (metric[0].x + metric[1].y + metric[2].z + metric[0].y + metric[0].z + metric[1].z);
  let greatest = STABLE_SPREAD * density * parameters.inverse_dt * parameters.inverse_dt / mu;
  let stiffness = volume * parameters.dt * parameters.dt * min(1.0, greatest / spread);
  let m = body_word(body, BODY_MULTIPLIER_BASE) + 2u * tet;

  // |F|. `gradient` is 0 where F is 0.
  let products = edges * metric;
  let norm = sqrt(max(contract(edges, products), TINY));
  let gradient = products * (1.0 / norm);
  let shear = stiffness * mu;
  let norm_step = (-applied.x - shear * (norm + damping * contract(moved, gradient)))
    / (1.0 + shear * (1.0 + damping) * weighted(w, gradient));
  let first = gradient * norm_step;

  // det F, at the edges that the first constraint left.
  let moves = edge_moves(w, first);
  let a = edges + moves;
  let h = mat3x3f(cross(a[1], a[2]), cross(a[2], a[0]), cross(a[0], a[1])) * (1.0 / (6.0 * volume));
  let determinant_f = dot(a[0], h[0]);
  let bulk = stiffness * lambda;
  let missing = determinant_f - 1.0 - mu / lambda + damping * contract(moved + moves, h);
  let determinant_step = (-applied.y - bulk * missing) / (1.0 + bulk * (1.0 + damping) * weighted(w, h));

  // Impulses times dt [kg m] on corners 1 to 3; corner 0 gets the opposite of their sum.
  let f = first + h * determinant_step;
  if (own.x) {
    multipliers[m] = applied.x + norm_step;
    multipliers[m + 1u] = applied.y + determinant_step;
    put_displacement(c[0].v, c[0].u - w.x * (f[0] + f[1] + f[2]));
    add_moment(c[0].v, cross(before[0], f[0]) + cross(before[1], f[1]) + cross(before[2], f[2]));
  }
  if (own.y) {
    put_displacement(c[1].v, c[1].u + w.y * f[0]);
  }
  if (own.z) {
    put_displacement(c[2].v, c[2].u + w.z * f[1]);
  }
  if (own.w) {
    put_displacement(c[3].v, c[3].u + w.w * f[2]);
  }
}
