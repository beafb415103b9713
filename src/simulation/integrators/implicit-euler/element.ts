/** Numbers of a symmetric 9 x 9 matrix: its upper triangle, row by row. */
export const HESSIAN_LENGTH = 45;

/** Material of an element: parameters of the energy [Pa] (neoHookeanParameters), and material damping per time step [1]. */
export interface ElementMaterial {
  mu: number;
  lambda: number;
  restDeterminant: number;
  damping: number;
}

/**
 * Memory in which one tetrahedron's energy, gradient and Hessian are computed. With E the matrix whose columns are the edge vectors from
 * corner 0, and L the Cholesky factor of the rest metric M = L L^T (ElasticTets.restMetrics), F = E L is the deformation gradient up to a
 * rotation of the rest shape, on which an isotropic energy doesn't depend.
 */
export interface ElementScratch {
  readonly material: ElementMaterial;
  /** Edge vectors at the step's start and now [m]: 3 columns of 3 numbers. */
  readonly edgesT0: Float64Array;
  readonly edges: Float64Array;
  /** Lower triangle of L [1/m]: 00, 10, 11, 20, 21, 22. */
  readonly factor: Float64Array;
  /** M of the rest shape [1/m^2]: 00, 01, 02, 11, 12, 22. */
  readonly metric: Float64Array;
  /** Gradient of the energy with respect to the edges [N], laid out as `edges`. */
  readonly gradient: Float64Array;
  /** Projected Hessian with respect to the edges [N/m], HESSIAN_LENGTH numbers. */
  readonly hessian: Float64Array;
  /** F, column by column; singular value decomposition F = U diag(sigma) V^T with rotations U, V (columns) and a signed third value. */
  readonly deformation: Float64Array;
  readonly sigma: Float64Array;
  readonly left: Float64Array;
  readonly right: Float64Array;
  /** Symmetric 3 x 3 matrices, and eigenvectors. */
  readonly square: Float64Array;
  readonly stretching: Float64Array;
  readonly vectors: Float64Array;
  /** Column j is L times column j of V [1/m]. */
  readonly weights: Float64Array;
  /** Coefficients of the pairs of axes (pairCoefficients). */
  readonly pairs: Float64Array;
  /** Displacements of the edges [m]. */
  readonly shift: Float64Array;
  /** Products M A and M C of elementRemainder, row by row. */
  readonly rate: Float64Array;
  readonly bend: Float64Array;
  /** Result of elementRemainder: coefficients of the 2nd to the 6th power of the step length [J]. */
  readonly remainder: Float64Array;
}

export const createElementScratch = (): ElementScratch => ({
  material: { mu: 0.5, lambda: 0.5, restDeterminant: 0.5, damping: 0.5 },
  edgesT0: new Float64Array(9),
  edges: new Float64Array(9),
  factor: new Float64Array(6),
  metric: new Float64Array(6),
  gradient: new Float64Array(9),
  hessian: new Float64Array(HESSIAN_LENGTH),
  deformation: new Float64Array(9),
  sigma: new Float64Array(3),
  left: new Float64Array(9),
  right: new Float64Array(9),
  square: new Float64Array(9),
  stretching: new Float64Array(9),
  vectors: new Float64Array(9),
  weights: new Float64Array(9),
  pairs: new Float64Array(9),
  shift: new Float64Array(9),
  rate: new Float64Array(9),
  bend: new Float64Array(9),
  remainder: new Float64Array(5),
});

/** Index of element 3 i + j of a symmetric 3 x 3 matrix in an array of its upper triangle. */
const UPPER = Uint8Array.of(0, 1, 2, 1, 3, 4, 2, 4, 5);

/** Computes the Cholesky factor `factor` of `metric`. */
export function factorMetric({ metric, factor }: ElementScratch): void {
  factor[0] = Math.sqrt(metric[0]);
  factor[1] = metric[1] / factor[0];
  factor[3] = metric[2] / factor[0];
  factor[2] = Math.sqrt(metric[3] - factor[1] * factor[1]);
  factor[4] = (metric[4] - factor[3] * factor[1]) / factor[2];
  factor[5] = Math.sqrt(metric[5] - factor[3] * factor[3] - factor[4] * factor[4]);
}

/** Returns the determinant of three columns. */
export const determinant = (m: Float64Array): number => mixedDeterminant(m, 0, m, 1, m, 2);

/** Returns the dot product of columns i of `a` and j of `b`. */
export const dotOf = (a: Float64Array, i: number, b: Float64Array, j: number): number =>
  a[3 * i] * b[3 * j] + a[3 * i + 1] * b[3 * j + 1] + a[3 * i + 2] * b[3 * j + 2];

/**
 * Returns the energy of a tetrahedron [J]: V (mu/2 (|F|^2 - 3) + lambda/2 (J - restDeterminant)^2), with J = det F and V the rest volume, and
 * the potential of material damping, V damping (mu/4 |Y|^2 + (lambda - mu)/2 (J - J0)^2), with Y the change of F^T F in the step, and J0 the
 * determinant at its start.
 */
export function elementEnergy(element: ElementScratch, volume: number): number {
  const { material, edges, edgesT0, metric } = element;
  const { mu, lambda, restDeterminant, damping } = material;
  const scale = 1 / (6 * volume);
  const j = determinant(edges) * scale;
  let square = 0; // |F|^2
  for (let i = 0; i < 3; i++)
    for (let k = 0; k < 3; k++) square += metric[UPPER[3 * i + k]] * dotOf(edges, i, edges, k);
  const elastic = 0.5 * mu * (square - 3) + 0.5 * lambda * (j - restDeterminant) * (j - restDeterminant);
  if (damping === 0) return volume * elastic;
  const change = j - determinant(edgesT0) * scale;
  changeOfMetric(element);
  const viscous = traceOfProduct(element.square, element.square);
  return volume * (elastic + damping * (0.25 * mu * viscous + 0.5 * (lambda - mu) * change * change));
}

/** Returns the trace of the product of two 3 x 3 matrices. */
function traceOfProduct(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < 3; i++) for (let k = 0; k < 3; k++) sum += a[3 * i + k] * b[3 * k + i];
  return sum;
}

/** Returns the determinant of columns a of `x`, b of `y`, and c of `z`. */
function mixedDeterminant(x: Float64Array, a: number, y: Float64Array, b: number, z: Float64Array, c: number): number {
  const i = 3 * a;
  const j = 3 * b;
  const k = 3 * c;
  return (
    x[i] * (y[j + 1] * z[k + 2] - y[j + 2] * z[k + 1]) +
    x[i + 1] * (y[j + 2] * z[k] - y[j] * z[k + 2]) +
    x[i + 2] * (y[j] * z[k + 1] - y[j + 1] * z[k])
  );
}

/**
 * Computes `remainder`: by how much elementEnergy changes more than its gradient and its projected Hessian say, if the edges move by l times
 * `shift`. The energy is a polynomial of l: of its 2nd to 6th powers these are the coefficients. So small differences of large energies lose
 * no digits.
 * @param curvature shift . projected Hessian shift [J]
 */
export function elementRemainder(element: ElementScratch, volume: number, curvature: number): void {
  const { material, edges, edgesT0, shift, metric, square, rate, bend, remainder: out } = element;
  const { mu, lambda, restDeterminant, damping } = material;
  const scale = 1 / (6 * volume);
  const j = determinant(edges) * scale;
  // det(E + l S) / (6 V) = j + a l + b l^2 + c l^3.
  let a = 0;
  let b = 0;
  for (let i = 0; i < 3; i++) {
    const n = (i + 1) % 3;
    const m = (i + 2) % 3;
    a += scale * mixedDeterminant(shift, i, edges, n, edges, m);
    b += scale * mixedDeterminant(edges, i, shift, n, shift, m);
  }
  const c = scale * determinant(shift);
  const pressure = lambda * (j - restDeterminant) + damping * (lambda - mu) * (j - determinant(edgesT0) * scale);
  const bulk = lambda + damping * (lambda - mu);
  let stretch = 0;
  for (let i = 0; i < 3; i++)
    for (let k = 0; k < 3; k++) stretch += metric[UPPER[3 * i + k]] * dotOf(shift, i, shift, k);
  out[0] = volume * (0.5 * mu * stretch + 0.5 * bulk * a * a + pressure * b) - 0.5 * curvature;
  out[1] = volume * (bulk * a * b + pressure * c);
  out[2] = volume * bulk * (0.5 * b * b + a * c);
  out[3] = volume * bulk * b * c;
  out[4] = volume * 0.5 * bulk * c * c;
  if (damping === 0) return;
  // Y(l) = Y + l A + l^2 C with A = E^T S + S^T E and C = S^T S.
  changeOfMetric(element);
  rate.fill(0);
  bend.fill(0);
  for (let i = 0; i < 3; i++)
    for (let k = 0; k < 3; k++) {
      const first = dotOf(edges, i, shift, k) + dotOf(shift, i, edges, k);
      const second = dotOf(shift, i, shift, k);
      for (let r = 0; r < 3; r++) {
        rate[3 * r + k] += metric[UPPER[3 * r + i]] * first;
        bend[3 * r + k] += metric[UPPER[3 * r + i]] * second;
      }
    }
  const viscosity = 0.25 * volume * damping * mu;
  out[0] += viscosity * (traceOfProduct(rate, rate) + 2 * traceOfProduct(square, bend));
  out[1] += 2 * viscosity * traceOfProduct(rate, bend);
  out[2] += viscosity * traceOfProduct(bend, bend);
}

/**
 * Square of the greatest change of strain in the inertial motion at which one linear solve linearises an element there: |F0^-T Y F0^-1| in the
 * rest shape, with Y the change of F^T F. An element that inertia strains more would be flattened or turned inside out, as in a body whose
 * lowest vertices have hit the ground while the others still fall; its forces there say nothing of the step's end. It is linearised at x0.
 * A turn by 0.3 radians changes the strain by 0.13.
 */
export const MOST_STRAIN_SQUARED = 0.04;

/** Tests whether the edges are strained so much more than at the step's start. */
export function isStrained(element: ElementScratch): boolean {
  changeOfMetric(element);
  return !(traceOfProduct(element.square, element.square) <= MOST_STRAIN_SQUARED);
}

/** Writes M Y to `square`, row by row, with Y = E^T E now less that at the step's start. */
function changeOfMetric({ edges: e, edgesT0: f, metric, square }: ElementScratch): void {
  const y00 = dotOf(e, 0, e, 0) - dotOf(f, 0, f, 0);
  const y01 = dotOf(e, 0, e, 1) - dotOf(f, 0, f, 1);
  const y02 = dotOf(e, 0, e, 2) - dotOf(f, 0, f, 2);
  const y11 = dotOf(e, 1, e, 1) - dotOf(f, 1, f, 1);
  const y12 = dotOf(e, 1, e, 2) - dotOf(f, 1, f, 2);
  const y22 = dotOf(e, 2, e, 2) - dotOf(f, 2, f, 2);
  for (let r = 0; r < 9; r += 3) {
    const m0 = metric[UPPER[r]];
    const m1 = metric[UPPER[r + 1]];
    const m2 = metric[UPPER[r + 2]];
    square[r] = m0 * y00 + m1 * y01 + m2 * y02;
    square[r + 1] = m0 * y01 + m1 * y11 + m2 * y12;
    square[r + 2] = m0 * y02 + m1 * y12 + m2 * y22;
  }
}

/** Computes `gradient`, that of elementEnergy. */
export function elementGradient(element: ElementScratch, volume: number): void {
  const { material, edges, edgesT0, metric, gradient, square } = element;
  const { mu, lambda, restDeterminant, damping } = material;
  const scale = 1 / (6 * volume);
  const j = determinant(edges) * scale;
  let pressure = lambda * (j - restDeterminant);
  if (damping > 0) {
    pressure += damping * (lambda - mu) * (j - determinant(edgesT0) * scale);
    changeOfMetric(element);
  }
  const push = pressure / 6;
  const elastic = volume * mu;
  const viscous = damping * elastic;
  for (let column = 0; column < 3; column++) {
    const a = column === 2 ? 0 : 3 * column + 3;
    const b = column === 0 ? 6 : 3 * column - 3;
    let x = push * (edges[a + 1] * edges[b + 2] - edges[a + 2] * edges[b + 1]);
    let y = push * (edges[a + 2] * edges[b] - edges[a] * edges[b + 2]);
    let z = push * (edges[a] * edges[b + 1] - edges[a + 1] * edges[b]);
    const m0 = metric[UPPER[column]];
    const m1 = metric[UPPER[3 + column]];
    const m2 = metric[UPPER[6 + column]];
    for (let i = 0; i < 3; i++) {
      // Second Piola-Kirchhoff stress in the edges' basis: mu M + damping mu M Y M.
      const flow = damping > 0 ? square[3 * i] * m0 + square[3 * i + 1] * m1 + square[3 * i + 2] * m2 : 0;
      const stress = elastic * (i === 0 ? m0 : i === 1 ? m1 : m2) + viscous * flow;
      x += stress * edges[3 * i];
      y += stress * edges[3 * i + 1];
      z += stress * edges[3 * i + 2];
    }
    gradient[3 * column] = x;
    gradient[3 * column + 1] = y;
    gradient[3 * column + 2] = z;
  }
}
