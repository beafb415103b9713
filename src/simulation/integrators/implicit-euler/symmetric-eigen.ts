/** Maximum number of Jacobi sweeps. The off-diagonal elements shrink quadratically: float64 needs at most 6 sweeps for a 3 x 3 matrix. */
const MOST_SWEEPS = 8;

/**
 * Squares of off-diagonal elements below this share of the diagonal's count as 0. Hessians are stored in float32, in which a square has a
 * relative error of 1e-14.
 */
const NEGLIGIBLE = 1e-26;

/**
 * Computes eigenvalues and eigenvectors of a symmetric 3 x 3 matrix by cyclic Jacobi rotations.
 * Source: Golub, Van Loan, Matrix Computations, section 8.5.
 * @param a the matrix, 9 numbers, row by row; overwritten: afterwards its diagonal holds the eigenvalues, in no order
 * @param vectors overwritten: column k (elements k, 3 + k, 6 + k) is the unit eigenvector of eigenvalue k. The columns are right-handed
 */
export function symmetricEigen(a: Float64Array, vectors: Float64Array): void {
  vectors.fill(0);
  vectors[0] = 1;
  vectors[4] = 1;
  vectors[8] = 1;
  for (let sweep = 0; sweep < MOST_SWEEPS; sweep++) {
    const off = a[1] * a[1] + a[2] * a[2] + a[5] * a[5];
    const diagonal = a[0] * a[0] + a[4] * a[4] + a[8] * a[8];
    if (!(off > NEGLIGIBLE * diagonal)) return;
    rotate(a, vectors, 0, 1, 2);
    rotate(a, vectors, 0, 2, 1);
    rotate(a, vectors, 1, 2, 0);
  }
}

/** Rotates axes p and q so that the element (p, q) becomes 0. @param r the third axis */
function rotate(a: Float64Array, vectors: Float64Array, p: number, q: number, r: number): void {
  const apq = a[3 * p + q];
  if (apq === 0) return;
  const difference = a[4 * q] - a[4 * p];
  const root = Math.sqrt(difference * difference + 4 * apq * apq);
  const t = (2 * apq) / (difference < 0 ? difference - root : difference + root);
  const c = 1 / Math.sqrt(t * t + 1);
  const s = t * c;
  a[4 * p] -= t * apq;
  a[4 * q] += t * apq;
  a[3 * p + q] = 0;
  a[3 * q + p] = 0;
  const arp = a[3 * r + p];
  const arq = a[3 * r + q];
  a[3 * r + p] = c * arp - s * arq;
  a[3 * p + r] = a[3 * r + p];
  a[3 * r + q] = s * arp + c * arq;
  a[3 * q + r] = a[3 * r + q];
  for (let k = 0; k < 9; k += 3) {
    const vp = vectors[k + p];
    const vq = vectors[k + q];
    vectors[k + p] = c * vp - s * vq;
    vectors[k + q] = s * vp + c * vq;
  }
}
