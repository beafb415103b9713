// One XPBD iteration over a membrane triangle of cloth. Twin of solveTriangles in
// src/simulation/constraints/cloth/solve-triangles.ts. x0 are the positions at the step's start. F is the deformation gradient, 3 x 2.
#include /shaders/shared/topology.wgsl;
#include /shaders/shared/constraints.wgsl;
#include /shaders/shared/position-t0.wgsl;
#include /shaders/shared/moment.wgsl;
#include /shaders/constraints/elastic/add-displacement.wgsl;
#include /shaders/shared/material.wgsl;
#reads parameters, inverse_masses;
#writes multipliers;

// Stretch U = sqrt(F^T F) and, in `scale` and `normal`, what the rotation F U^-1 is made of.
struct Stretch {
  u: mat2x2f,
  scale: f32,
  normal: vec3f,
}

// Returns U = (F^T F + det U) / trace U.
fn stretch_of(f: mat2x3f) -> Stretch {
  let normal = cross(f[0], f[1]);
  let area = length(normal);
  let square = transpose(f) * f;
  let scale = 1.0 / sqrt(max(square[0].x + square[1].y + 2.0 * area, TINY));
  return Stretch(scale * (square + mat2x2f(area, 0.0, 0.0, area)), scale, normal / max(area, TINY));
}

// Returns a symmetric matrix without its negative eigenvalues.
fn positive_part(t: mat2x2f) -> mat2x2f {
  let mean = 0.5 * (t[0].x + t[1].y);
  let half = 0.5 * (t[0].x - t[1].y);
  let spread = sqrt(half * half + t[0].y * t[0].y);
  let high = max(mean + spread, 0.0);
  let share = (high - max(mean - spread, 0.0)) / max(2.0 * spread, TINY);
  let rest = high - share * (mean + spread);
  return share * t + mat2x2f(rest, 0.0, 0.0, rest);
}

// Returns the solution z of d z = c, by Cramer's rule. d has rows.
fn solve3(d: mat3x3f, c: vec3f) -> vec3f {
  let a = cross(d[1], d[2]);
  return (c.x * a + c.y * cross(d[2], d[0]) + c.z * cross(d[0], d[1])) / dot(d[0], a);
}

fn solve_triangle(body: u32, model: u32, triangle: u32) {
  let v = cloth_triangle(model, triangle) + body_word(body, BODY_VERTEX_BASE);
  let w = vec3f(inverse_masses[v.x], inverse_masses[v.y], inverse_masses[v.z]);
  if (all(w == vec3f())) {
    return; // all corners are held
  }
  var mu = parameters.mu;
  var lame = parameters.lambda;
  var damping_time = parameters.material_damping;
  let material = body_word(body, BODY_MATERIAL);
  if (material != 0u) {
    mu = material_number(material, MATERIAL_MU);
    lame = material_number(material, MATERIAL_LAMBDA);
    damping_time = material_number(material, MATERIAL_MATERIAL_DAMPING);
  }
  let damping = damping_time * parameters.inverse_dt;
  let stiffness = cloth_volume(model, triangle) * parameters.dt * parameters.dt;
  let shear = stiffness * mu;
  // The first Lame parameter of plane stress.
  let dilation = shear * 2.0 * lame / (lame + 2.0 * mu);

  let origin = position_t0(v.x);
  let start = displacement(v.x);
  let before = mat2x3f(position_t0(v.y) - origin, position_t0(v.z) - origin);
  let edges = before + mat2x3f(displacement(v.y) - start, displacement(v.z) - start);
  let rest = cloth_rest_inverse(model, triangle);
  let f = edges * rest;
  let now = stretch_of(f);
  let r = now.scale * (f + mat2x3f(cross(f[1], now.normal), cross(now.normal, f[0])));
  let strain = now.u - mat2x2f(1.0, 0.0, 0.0, 1.0) + damping * (now.u - stretch_of(before * rest).u);
  let dilated = dilation * (strain[0].x + strain[1].y);
  let stress = 2.0 * shear * strain + mat2x2f(dilated, 0.0, 0.0, dilated);

  // Missing impulses on the columns of F: those of the stress at x, minus those applied so far.
  let m = body_word(body, BODY_MULTIPLIER_BASE) + CLOTH_TRIANGLE_MULTIPLIERS * triangle;
  let applied = mat2x3f(
    vec3f(multipliers[m], multipliers[m + 1u], multipliers[m + 2u]),
    vec3f(multipliers[m + 3u], multipliers[m + 4u], multipliers[m + 5u]),
  );
  // J maps movements of F's columns to the change of U (solve-triangles.ts).
  let a = now.scale * now.u[0].y;
  let c = now.scale * (now.u[1].y - now.u[0].x);
  let tilt = a * (stress[0].x - stress[1].y);
  let sheared = mat2x2f(stress[0].x, tilt + (1.0 + c) * stress[0].y, (1.0 - c) * stress[0].y - tilt, stress[1].y);
  let missing = -1.0 * (r * sheared) - applied;

  // W: how impulses on the columns move them. B = (1 + K W)^-1 with the tension K, and H = W B.
  let moves = transpose(rest) * mat2x2f(w.x + w.y, w.x, w.x, w.x + w.z) * rest;
  let resisted = positive_part(stress) * moves + mat2x2f(1.0, 0.0, 0.0, 1.0);
  let b = (1.0 / determinant(resisted)) * mat2x2f(resisted[1].y, -resisted[0].y, -resisted[1].x, resisted[0].x);
  let h = moves * b;

  // Strain: M = J H J^T, y = J H missing, (1 + D M) z = D y.
  let p = transpose(r) * missing * h;
  let y = vec3f(p[0].x + a * (p[0].y - p[1].x), p[1].y - a * (p[0].y - p[1].x), (1.0 + c) * p[0].y + (1.0 - c) * p[1].x);
  let linked = a * a * (h[0].x + h[1].y) - 2.0 * a * h[0].y;
  let n01 = -linked;
  let n02 = a * ((1.0 + c) * h[0].x - (1.0 - c) * h[1].y) + (1.0 - c) * h[0].y;
  let n12 = a * ((1.0 - c) * h[1].y - (1.0 + c) * h[0].x) + (1.0 + c) * h[0].y;
  let n22 = (1.0 + c) * (1.0 + c) * h[0].x + (1.0 - c) * (1.0 - c) * h[1].y;
  // Symmetric matrices: columns are rows.
  let strain_stiffness = (1.0 + damping)
    * mat3x3f(2.0 * shear + dilation, dilation, 0.0, dilation, 2.0 * shear + dilation, 0.0, 0.0, 0.0, shear);
  let system = mat3x3f(1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)
    + strain_stiffness * mat3x3f(h[0].x + linked, n01, n02, n01, h[1].y + linked, n12, n02, n12, n22);
  let z = solve3(transpose(system), strain_stiffness * y);

  let turned = a * (z.x - z.y);
  let columns = (missing - r * mat2x2f(z.x, turned + (1.0 + c) * z.z, (1.0 - c) * z.z - turned, z.y)) * transpose(b);
  let impulses = columns * transpose(rest);
  for (var k = 0u; k < 3u; k++) {
    multipliers[m + k] = applied[0][k] + columns[0][k];
    multipliers[m + 3u + k] = applied[1][k] + columns[1][k];
  }
  add_displacement(v.x, -w.x * (impulses[0] + impulses[1]));
  add_displacement(v.y, w.y * impulses[0]);
  add_displacement(v.z, w.z * impulses[1]);
  add_moment(v.x, cross(before[0], impulses[0]) + cross(before[1], impulses[1]));
}
