import type { FieldScratch } from './field-at.ts';

/** Number of coordinates of a contact's five points: m, then n1 to n4. */
export const FIELD_COORDINATES = 15;

/** Derivatives of the energy W = k d^2 by the positions of m and n1 to n4, for k = 1. */
export interface FieldEnergy {
  /** W / k [m^2], and its gradient [m]. */
  energy: number;
  readonly gradient: Float64Array;
  /** The two parts of its Hessian, by rows: 2 grad d grad d^T, which is positive semidefinite, and 2 d grad^2 d, which is indefinite. */
  readonly outer: Float64Array;
  readonly curvature: Float64Array;
}

export const createFieldEnergy = (): FieldEnergy => ({
  energy: 0.5,
  gradient: new Float64Array(FIELD_COORDINATES),
  outer: new Float64Array(FIELD_COORDINATES * FIELD_COORDINATES),
  curvature: new Float64Array(FIELD_COORDINATES * FIELD_COORDINATES),
});

/**
 * Computes the energy of a point in a carried distance field and its first and second derivatives by all five positions.
 *
 * With g the gradient of d by m, and c = (1, -u1, ..., -u4): d d / d x_i = c_i g, since d at a material point doesn't change with the mesh. The
 * weights change with the vertices, d u_i / d x_j = -u_j grad u_i, and so does g, d g / d x_j = -grad u_j g^T. Hence the blocks of grad^2 d are
 * -(c_i b_j g^T + c_j g b_i^T) with b = (0, grad u1, ..., grad u4).
 * @param field result of fieldAt that found something
 * Source: Fisher and Lin 2001, section 5 and equation 1, which name these derivatives but don't write them out.
 */
export function fieldEnergy(out: FieldEnergy, { weights, weightGradients, distance, gradient: g }: FieldScratch): void {
  const c = [1, -weights[0], -weights[1], -weights[2], -weights[3]];
  const b = [0, 1, 2].map((i) => [...weightGradients.subarray(3 * i, 3 * i + 3)]);
  b.unshift([0, 0, 0]);
  b.push([0, 1, 2].map((k) => -(b[1][k] + b[2][k] + b[3][k])));
  out.energy = distance * distance;
  for (let i = 0; i < 5; i++)
    for (let k = 0; k < 3; k++) {
      const row = 3 * i + k;
      out.gradient[row] = 2 * distance * c[i] * g[k];
      for (let j = 0; j < 5; j++)
        for (let l = 0; l < 3; l++) {
          const at = FIELD_COORDINATES * row + 3 * j + l;
          out.outer[at] = 2 * c[i] * g[k] * c[j] * g[l];
          out.curvature[at] = -2 * distance * (c[i] * b[j][k] * g[l] + c[j] * g[k] * b[i][l]);
        }
    }
}
