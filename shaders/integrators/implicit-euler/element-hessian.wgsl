// Projected Hessian of a Neo-Hookean tetrahedron's energy. Twin of src/simulation/integrators/implicit-euler/element-hessian.ts,
// where it is derived.
#include /shaders/integrators/implicit-euler/element.wgsl;
#include /shaders/integrators/implicit-euler/hessian.wgsl;
#include /shaders/integrators/implicit-euler/symmetric-eigen.wgsl;
#writes element_hessians;

// A second singular value below this share of the first has no direction in float32.
const SINGULAR_SHARE = 1e-6;

// Deformation gradient up to a rotation of the rest shape: F = left diag(sigma) right^T. `weights` is L right, with M = L L^T.
struct Decomposed {
  sigma: vec3f,
  left: mat3x3f,
  weights: mat3x3f,
}

// Returns the Cholesky factor L of a metric; its columns.
fn factor_metric(m: mat3x3f) -> mat3x3f {
  let l00 = sqrt(m[0].x);
  let l10 = m[0].y / l00;
  let l20 = m[0].z / l00;
  let l11 = sqrt(m[1].y - l10 * l10);
  let l21 = (m[1].z - l20 * l10) / l11;
  let l22 = sqrt(m[2].z - l20 * l20 - l21 * l21);
  return mat3x3f(l00, l10, l20, 0.0, l11, l21, 0.0, 0.0, l22);
}

// Returns a unit vector perpendicular to the unit vector x.
fn perpendicular(x: vec3f) -> vec3f {
  let axis = select(vec3f(0.0, 1.0, 0.0), vec3f(1.0, 0.0, 0.0), abs(x.x) < 0.6);
  return normalize(axis - dot(axis, x) * x);
}

fn decompose(tet: Element) -> Decomposed {
  let l = factor_metric(tet.metric);
  let f = tet.edges * l;
  let s = transpose(f) * f;
  let eigen = symmetric_eigen(vec3f(s[0].x, s[1].y, s[2].z), vec3f(s[0].y, s[0].z, s[1].z));
  // The largest first, then the second.
  var values = eigen.values;
  var vectors = eigen.vectors;
  var first = 0u;
  if (values.y > values[first]) {
    first = 1u;
  }
  if (values.z > values[first]) {
    first = 2u;
  }
  let a = (first + 1u) % 3u;
  let b = (first + 2u) % 3u;
  let second = select(b, a, values[a] >= values[b]);
  let v0 = vectors[first];
  let v1 = vectors[second];
  let right = mat3x3f(v0, v1, cross(v0, v1));
  let columns = f * right;
  let sigma0 = length(columns[0]);
  var u0 = vec3f(1.0, 0.0, 0.0);
  if (sigma0 > 0.0) {
    u0 = columns[0] / sigma0;
  }
  let rest = columns[1] - dot(u0, columns[1]) * u0;
  let sigma1 = length(rest);
  var u1 = perpendicular(u0);
  if (sigma1 > SINGULAR_SHARE * sigma0) {
    u1 = rest / sigma1;
  }
  let u2 = cross(u0, u1);
  return Decomposed(vec3f(sigma0, sigma1, dot(u2, columns[2])), mat3x3f(u0, u1, u2), l * right);
}

// Returns the block of stretches, with eigenvalues of at least `least`.
fn stretches(tet: Element, s: vec3f, pressure: f32, least: f32) -> mat3x3f {
  let c = s.yzx * s.zxy;
  let bulk = tet.lambda + tet.damping * (tet.lambda - tet.mu);
  let own = vec3f(tet.mu) + 2.0 * tet.damping * tet.mu * s * s;
  let diagonal = bulk * c * c + own;
  // 01, 02, 12: of each pair, the third singular value.
  let others = bulk * vec3f(c.x * c.y, c.x * c.z, c.y * c.z) + pressure * s.zyx;
  let eigen = symmetric_eigen(diagonal, others);
  let lack = max(vec3f(least) - eigen.values, vec3f());
  let v = eigen.vectors;
  let raised = mat3x3f(lack.x * v[0], lack.y * v[1], lack.z * v[2]) * transpose(v);
  return raised
    + mat3x3f(diagonal.x, others.x, others.y, others.x, diagonal.y, others.z, others.y, others.z, diagonal.z);
}

// Returns the coefficients of G_ik^2, G_ki^2 and 2 G_ik G_ki, with a smaller eigenvalue of at least `least`.
// @param i, k, n singular values of both axes, and of the third
fn pair_coefficients(tet: Element, i: f32, k: f32, n: f32, pressure: f32, least: f32) -> vec3f {
  let viscous = tet.damping * tet.mu;
  let p = tet.mu + viscous * i * i;
  let q = tet.mu + viscous * k * k;
  let r = viscous * i * k - pressure * n;
  let half_width = sqrt(0.25 * (p - q) * (p - q) + r * r);
  let lack = least - (0.5 * (p + q) - half_width);
  if (!(lack > 0.0)) {
    return vec3f(p, q, r);
  }
  if (half_width == 0.0) {
    return vec3f(p + lack, q, r);
  }
  let share = 0.5 - 0.25 * (p - q) / half_width;
  return vec3f(p + lack * share, q + lack * (1.0 - share), r - 0.5 * lack * r / half_width);
}

fn write_hessian(index: u32, tet: Element) {
  let f = decompose(tet);
  let pressure = pressure_of(tet);
  let least = LEAST_EIGENVALUE * tet.mu;
  let a = stretches(tet, f.sigma, pressure, least);
  let s = f.sigma;
  let p0 = pair_coefficients(tet, s.y, s.z, s.x, pressure, least);
  let p1 = pair_coefficients(tet, s.x, s.z, s.y, pressure, least);
  let p2 = pair_coefficients(tet, s.x, s.y, s.z, pressure, least);
  var rows = transpose(f.weights);
  for (var e = 0u; e < 3u; e++) {
    let x = tet.volume * rows[e];
    for (var k = e; k < 3u; k++) {
      let y = rows[k];
      // Row by row: a sum over products of G, as addBlocks has it.
      let c = mat3x3f(
        vec3f(a[0].x * x.x * y.x + p2.x * x.y * y.y + p1.x * x.z * y.z, a[1].x * x.x * y.y + p2.z * x.y * y.x, a[2].x * x.x * y.z + p1.z * x.z * y.x),
        vec3f(a[0].y * x.y * y.x + p2.z * x.x * y.y, p2.y * x.x * y.x + a[1].y * x.y * y.y + p0.x * x.z * y.z, a[2].y * x.y * y.z + p0.z * x.z * y.y),
        vec3f(a[0].z * x.z * y.x + p1.z * x.x * y.z, a[1].z * x.z * y.y + p0.z * x.y * y.z, p1.y * x.x * y.x + p0.y * x.y * y.y + a[2].z * x.z * y.z),
      );
      var block = f.left * transpose(c) * transpose(f.left);
      for (var t = 0u; t < 3u; t++) {
        for (var r = 0u; r < select(3u, t + 1u, e == k); r++) {
          element_hessians[hessian_place(index, 3u * e + r, 3u * k + t)] = block[t][r];
        }
      }
    }
  }
}
