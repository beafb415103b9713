// Eigenvalues and eigenvectors of a symmetric 3 x 3 matrix by cyclic Jacobi rotations. Twin of
// src/simulation/integrators/implicit-euler/symmetric-eigen.ts.

// Column k of `vectors` is the unit eigenvector of value k. The columns are right-handed; the values are in no order.
struct Eigen {
  values: vec3f,
  vectors: mat3x3f,
}

// Off-diagonal elements shrink quadratically: float32 needs at most 4 sweeps.
const EIGEN_SWEEPS = 5u;
// Off-diagonal elements below this share of the diagonal count as 0: below float32's precision.
const EIGEN_NEGLIGIBLE = 1e-9;

// Returns tangent, cosine and sine of the rotation that makes the element pq of a matrix 0.
fn jacobi_rotation(pp: f32, qq: f32, pq: f32) -> vec3f {
  if (abs(pq) <= EIGEN_NEGLIGIBLE * (abs(pp) + abs(qq))) {
    return vec3f(0.0, 1.0, 0.0);
  }
  let theta = (qq - pp) / (2.0 * pq);
  let t = select(1.0, -1.0, theta < 0.0) / (abs(theta) + sqrt(theta * theta + 1.0));
  let c = inverseSqrt(t * t + 1.0);
  return vec3f(t, c, t * c);
}

// @param diagonal its elements 00, 11, 22    @param others its elements 01, 02, 12
fn symmetric_eigen(diagonal: vec3f, others: vec3f) -> Eigen {
  var d = diagonal;
  var o = others;
  var x = vec3f(1.0, 0.0, 0.0);
  var y = vec3f(0.0, 1.0, 0.0);
  var z = vec3f(0.0, 0.0, 1.0);
  for (var sweep = 0u; sweep < EIGEN_SWEEPS; sweep++) {
    let a = jacobi_rotation(d.x, d.y, o.x);
    d = vec3f(d.x - a.x * o.x, d.y + a.x * o.x, d.z);
    o = vec3f(0.0, a.y * o.y - a.z * o.z, a.z * o.y + a.y * o.z);
    let x1 = a.y * x - a.z * y;
    y = a.z * x + a.y * y;
    x = x1;
    let b = jacobi_rotation(d.x, d.z, o.y);
    d = vec3f(d.x - b.x * o.y, d.y, d.z + b.x * o.y);
    o = vec3f(b.y * o.x - b.z * o.z, 0.0, b.z * o.x + b.y * o.z);
    let x2 = b.y * x - b.z * z;
    z = b.z * x + b.y * z;
    x = x2;
    let c = jacobi_rotation(d.y, d.z, o.z);
    d = vec3f(d.x, d.y - c.x * o.z, d.z + c.x * o.z);
    o = vec3f(c.y * o.x - c.z * o.y, c.z * o.x + c.y * o.y, 0.0);
    let y1 = c.y * y - c.z * z;
    z = c.z * y + c.y * z;
    y = y1;
  }
  return Eigen(d, mat3x3f(x, y, z));
}
