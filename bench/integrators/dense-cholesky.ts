/** The factor of a dense symmetric positive definite matrix, M = L L^T, and what it solves. */
export class DenseCholesky {
  private readonly factor: Float64Array;

  /** @param matrix n x n numbers, row by row; the lower triangle is read */
  constructor(
    matrix: Float64Array,
    readonly size: number,
  ) {
    const l = matrix.slice();
    for (let j = 0; j < size; j++)
      for (let i = j; i < size; i++) {
        let sum = l[size * i + j];
        for (let k = 0; k < j; k++) sum -= l[size * i + k] * l[size * j + k];
        if (i > j) l[size * i + j] = sum / l[size * j + j];
        else if (sum > 0) l[size * j + j] = Math.sqrt(sum);
        else throw new Error(`pivot ${j} of ${size} is ${sum}; expected a positive definite matrix`);
      }
    this.factor = l;
  }

  /** Replaces b by the solution of M x = b. */
  solve(b: Float64Array): void {
    const { factor: l, size } = this;
    for (let i = 0; i < size; i++) {
      for (let k = 0; k < i; k++) b[i] -= l[size * i + k] * b[k];
      b[i] /= l[size * i + i];
    }
    for (let i = size - 1; i >= 0; i--) {
      for (let k = i + 1; k < size; k++) b[i] -= l[size * k + i] * b[k];
      b[i] /= l[size * i + i];
    }
  }
}
