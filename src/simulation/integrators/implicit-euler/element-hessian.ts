import { determinant, dotOf, type ElementScratch } from './element.ts';
import { symmetricEigen } from './symmetric-eigen.ts';

/**
 * Smallest eigenvalue of a projected element, as a share of mu. Above 0, so that no direction of a collapsed element is free: rounding of
 * stored float32 numbers could make it negative.
 */
export const LEAST_EIGENVALUE = 1e-4;

/**
 * Computes `hessian`: the second derivative of elementEnergy, projected to positive definite. In the basis of the singular vectors, with
 * G = U^T dF V, it splits into a 3 x 3 block of stretches G_ii, and for each pair i, j a 2 x 2 block of G_ij and G_ji, whose eigenvectors
 * without damping are twist and flip. Each block's eigenvalues are raised to at least LEAST_EIGENVALUE times mu. Of damping, the curvature
 * of Y is left out (Gauss-Newton), so that it is positive semidefinite.
 * Source: Smith, de Goes, Kim 2018, section 4, and 2019 (analytic eigensystems), for this energy without its logarithm.
 */
export function elementHessian(element: ElementScratch, volume: number): void {
  const { material, sigma, edgesT0, factor, right, stretching: a, weights } = element;
  const { mu, lambda, restDeterminant, damping } = material;
  decompose(element);
  const scale = 1 / (6 * volume);
  const j = sigma[0] * sigma[1] * sigma[2];
  let pressure = lambda * (j - restDeterminant);
  if (damping > 0) pressure += damping * (lambda - mu) * (j - determinant(edgesT0) * scale);
  const bulk = lambda + damping * (lambda - mu);
  for (let i = 0; i < 3; i++)
    for (let k = 0; k < 3; k++) {
      const ci = sigma[(i + 1) % 3] * sigma[(i + 2) % 3];
      const ck = sigma[(k + 1) % 3] * sigma[(k + 2) % 3];
      const own = i === k ? mu + 2 * damping * mu * sigma[i] * sigma[i] : pressure * sigma[3 - i - k];
      a[3 * i + k] = bulk * ci * ck + own;
    }
  const least = LEAST_EIGENVALUE * mu;
  raiseEigenvalues(element, least);
  for (let e = 0; e < 3; e++)
    for (let col = 0; col < 3; col++) {
      // Row e of the lower triangular L, times column `col` of V.
      let sum = 0;
      for (let k = 0; k <= e; k++) sum += factor[((e * (e + 1)) >> 1) + k] * right[3 * col + k];
      weights[3 * col + e] = sum;
    }
  pairCoefficients(element, pressure, least);
  addBlocks(element, volume);
}

/** Raises the eigenvalues of `stretching` to at least `least`. */
function raiseEigenvalues({ stretching: a, vectors, square }: ElementScratch, least: number): void {
  // Nothing to do if the matrix less `least` is positive definite, as it is in most elements: all its leading minors are (Sylvester).
  const x = a[0] - least;
  const y = a[4] - least;
  const z = a[8] - least;
  const minor = x * y - a[1] * a[1];
  const cofactor = a[1] * a[5] - a[2] * y;
  if (x > 0 && minor > 0 && z * minor + a[2] * cofactor - a[5] * (x * a[5] - a[1] * a[2]) > 0) return;
  square.set(a);
  symmetricEigen(square, vectors);
  for (let n = 0; n < 3; n++) {
    const lack = least - square[4 * n];
    if (!(lack > 0)) continue;
    for (let i = 0; i < 3; i++)
      for (let k = 0; k < 3; k++) a[3 * i + k] += lack * vectors[3 * i + n] * vectors[3 * k + n];
  }
}

/**
 * Writes to `pairs`, for each pair of axes i < k, the coefficients of G_ik^2, G_ki^2 and 2 G_ik G_ki; pair n lacks axis n. Their smaller
 * eigenvalue is raised to at least `least`.
 */
function pairCoefficients({ material, sigma, pairs }: ElementScratch, pressure: number, least: number): void {
  const { mu, damping } = material;
  const viscous = damping * mu;
  for (let n = 0; n < 3; n++) {
    const i = n === 0 ? 1 : 0;
    const k = n === 2 ? 1 : 2;
    let p = mu + viscous * sigma[i] * sigma[i];
    let q = mu + viscous * sigma[k] * sigma[k];
    let r = viscous * sigma[i] * sigma[k] - pressure * sigma[n];
    const mean = 0.5 * (p + q);
    const half = Math.sqrt(0.25 * (p - q) * (p - q) + r * r);
    const lack = least - (mean - half);
    if (lack > 0) {
      // The unit eigenvector (x, y) of the smaller eigenvalue gets what it lacks.
      const xx = half > 0 ? 0.5 - (0.25 * (p - q)) / half : 1;
      p += lack * xx;
      q += lack * (1 - xx);
      r -= half > 0 ? (0.5 * lack * r) / half : 0; // x y = -r / (2 half)
    }
    pairs[3 * n] = p;
    pairs[3 * n + 1] = q;
    pairs[3 * n + 2] = r;
  }
}

/** Turns the blocks from the basis of the singular vectors into that of the edges: block (e, f) is U C U^T, with C a sum over G's products. */
function addBlocks(
  { stretching: a, weights: b, left: u, pairs, square: c, hessian }: ElementScratch,
  volume: number,
): void {
  for (let e = 0; e < 3; e++)
    for (let f = e; f < 3; f++) {
      const e0 = volume * b[e];
      const e1 = volume * b[3 + e];
      const e2 = volume * b[6 + e];
      const f0 = b[f];
      const f1 = b[3 + f];
      const f2 = b[6 + f];
      c[0] = a[0] * e0 * f0 + pairs[6] * e1 * f1 + pairs[3] * e2 * f2;
      c[4] = pairs[7] * e0 * f0 + a[4] * e1 * f1 + pairs[0] * e2 * f2;
      c[8] = pairs[4] * e0 * f0 + pairs[1] * e1 * f1 + a[8] * e2 * f2;
      c[1] = a[1] * e0 * f1 + pairs[8] * e1 * f0;
      c[3] = a[3] * e1 * f0 + pairs[8] * e0 * f1;
      c[2] = a[2] * e0 * f2 + pairs[5] * e2 * f0;
      c[6] = a[6] * e2 * f0 + pairs[5] * e0 * f2;
      c[5] = a[5] * e1 * f2 + pairs[2] * e2 * f1;
      c[7] = a[7] * e2 * f1 + pairs[2] * e1 * f2;
      for (let s = 0; s < 3; s++) {
        const u0 = u[s];
        const u1 = u[3 + s];
        const u2 = u[6 + s];
        const x = c[0] * u0 + c[1] * u1 + c[2] * u2;
        const y = c[3] * u0 + c[4] * u1 + c[5] * u2;
        const z = c[6] * u0 + c[7] * u1 + c[8] * u2;
        const last = e === f ? s : 2;
        for (let r = 0; r <= last; r++)
          hessian[upperOf9(3 * e + r, 3 * f + s)] = u[r] * x + u[3 + r] * y + u[6 + r] * z;
      }
    }
}

/** Index of element (r, s) of a symmetric 9 x 9 matrix in an array of its upper triangle. */
export const upperOf9 = (r: number, s: number): number =>
  r <= s ? 9 * r - ((r * (r + 1)) >> 1) + s : 9 * s - ((s * (s + 1)) >> 1) + r;

/**
 * Decomposes F = E L into U diag(sigma) V^T with |sigma_0| >= |sigma_1| >= |sigma_2|. U and V are rotations, so that sigma_2 is negative if the
 * element is inverted. V comes from the eigenvectors of F^T F; the columns of U are those of F V, made orthonormal.
 */
function decompose({ edges, factor, deformation: f, sigma, left, right, square, vectors }: ElementScratch): void {
  f.fill(0);
  for (let col = 0; col < 3; col++)
    for (let e = col; e < 3; e++) {
      const l = factor[((e * (e + 1)) >> 1) + col];
      for (let r = 0; r < 3; r++) f[3 * col + r] += l * edges[3 * e + r];
    }
  for (let i = 0; i < 3; i++) for (let k = 0; k < 3; k++) square[3 * i + k] = dotOf(f, i, f, k);
  symmetricEigen(square, vectors);
  const first = square[0] >= square[4] ? (square[0] >= square[8] ? 0 : 2) : square[4] >= square[8] ? 1 : 2;
  const a = (first + 1) % 3;
  const b = (first + 2) % 3;
  const second = square[4 * a] >= square[4 * b] ? a : b;
  for (let k = 0; k < 3; k++) {
    right[k] = vectors[3 * k + first];
    right[3 + k] = vectors[3 * k + second];
  }
  crossInto(right, 6, right, 0, 3);
  // Columns of F V.
  for (let i = 0; i < 3; i++)
    for (let r = 0; r < 3; r++)
      left[3 * i + r] = f[r] * right[3 * i] + f[3 + r] * right[3 * i + 1] + f[6 + r] * right[3 * i + 2];
  sigma[0] = Math.sqrt(dotOf(left, 0, left, 0));
  const lastX = left[6];
  const lastY = left[7];
  const lastZ = left[8];
  if (sigma[0] > 0) for (let r = 0; r < 3; r++) left[r] /= sigma[0];
  else left[0] = 1;
  const along = dotOf(left, 0, left, 1);
  for (let r = 0; r < 3; r++) left[3 + r] -= along * left[r];
  sigma[1] = Math.sqrt(dotOf(left, 1, left, 1));
  if (sigma[1] > 1e-12 * sigma[0]) for (let r = 0; r < 3; r++) left[3 + r] /= sigma[1];
  else setPerpendicular(left);
  crossInto(left, 6, left, 0, 3);
  sigma[2] = left[6] * lastX + left[7] * lastY + left[8] * lastZ;
}

/** Sets column 1 to a unit vector perpendicular to the unit vector in column 0. */
function setPerpendicular(m: Float64Array): void {
  const axis = Math.abs(m[0]) < 0.6 ? 0 : 1; // not nearly parallel to column 0
  for (let r = 0; r < 3; r++) m[3 + r] = (r === axis ? 1 : 0) - m[axis] * m[r];
  const length = Math.sqrt(dotOf(m, 1, m, 1));
  for (let r = 0; r < 3; r++) m[3 + r] /= length;
}

/** Writes the cross product of the vectors at a and b to out[at ..]. */
function crossInto(out: Float64Array, at: number, m: Float64Array, a: number, b: number): void {
  const x = m[a + 1] * m[b + 2] - m[a + 2] * m[b + 1];
  const y = m[a + 2] * m[b] - m[a] * m[b + 2];
  const z = m[a] * m[b + 1] - m[a + 1] * m[b];
  out[at] = x;
  out[at + 1] = y;
  out[at + 2] = z;
}
