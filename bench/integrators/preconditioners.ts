import { addProduct, type BlockMatrix, multiply } from './block-matrix.ts';
import { DenseCholesky } from './dense-cholesky.ts';

/** An approximate inverse of a symmetric matrix. */
export interface Preconditioner {
  readonly name: string;
  /** Multiply-adds of one application, as a multiple of those of one product with the matrix. */
  readonly work: number;
  apply(r: Float64Array): Float64Array;
}

/** Number of multiply-adds of a product with a matrix. */
const productWork = ({ blocks }: BlockMatrix): number => blocks.length;

/** Divides each number by the diagonal's. */
export function jacobi(matrix: BlockMatrix): Preconditioner {
  const { diagonal, blocks } = matrix;
  const inverse = Float64Array.from(
    { length: 3 * diagonal.length },
    (_, i) => 1 / blocks[9 * diagonal[Math.floor(i / 3)] + 4 * (i % 3)],
  );
  return {
    name: 'Jacobi',
    work: inverse.length / productWork(matrix),
    apply: (r) => r.map((value, i) => value * inverse[i]),
  };
}

/** Solves groups of vertices by themselves: block Jacobi if each has one vertex, an additive Schwarz method if they have more. */
export function groups(matrix: BlockMatrix, members: readonly Uint32Array[], name: string): Preconditioner {
  const solvers = members.map((group) => new DenseCholesky(submatrix(matrix, group), 3 * group.length));
  return {
    name,
    work: solvers.reduce((sum, { size }) => sum + size * size, 0) / productWork(matrix),
    apply(r) {
      const z = new Float64Array(r.length);
      for (const [g, group] of members.entries()) {
        const part = new Float64Array(3 * group.length);
        for (const [n, v] of group.entries()) part.set(r.subarray(3 * v, 3 * v + 3), 3 * n);
        solvers[g].solve(part);
        for (const [n, v] of group.entries()) z.set(part.subarray(3 * n, 3 * n + 3), 3 * v);
      }
      return z;
    },
  };
}

/** Copies the rows and columns of a group of vertices into a dense matrix. */
function submatrix({ offsets, columns, blocks }: BlockMatrix, group: Uint32Array): Float64Array {
  const size = 3 * group.length;
  const dense = new Float64Array(size * size);
  const place = new Map(Array.from(group, (v, n) => [v, n]));
  for (const [row, v] of group.entries())
    for (let n = offsets[v]; n < offsets[v + 1]; n++) {
      const column = place.get(columns[n]);
      if (column === undefined) continue;
      for (let k = 0; k < 9; k++)
        dense[size * (3 * row + Math.floor(k / 3)) + 3 * column + (k % 3)] = blocks[9 * n + k];
    }
  return dense;
}

/** Symmetric Gauss-Seidel by blocks: a sweep forwards and one backwards, in the order of vertices. */
export function gaussSeidel(matrix: BlockMatrix): Preconditioner {
  const { offsets, columns, diagonal } = matrix;
  const count = diagonal.length;
  const single = blockInverses(matrix);
  const relax = (x: Float64Array, r: Float64Array, v: number, isForwards: boolean) => {
    for (let k = 3 * v; k < 3 * v + 3; k++) x[k] = r[k];
    for (let n = offsets[v]; n < offsets[v + 1]; n++)
      if (isForwards ? columns[n] < v : columns[n] !== v) addProduct(matrix, n, x, x, v, -1);
    single(x, v);
  };
  return {
    name: 'symmetric Gauss-Seidel',
    // The sweep forwards takes the blocks below the diagonal, the one backwards all of them.
    work: 1.5 + (18 * count) / productWork(matrix),
    apply(r) {
      const x = new Float64Array(r.length);
      for (let v = 0; v < count; v++) relax(x, r, v, true);
      for (let v = count - 1; v >= 0; v--) relax(x, r, v, false);
      return x;
    },
  };
}

/** Returns a function that multiplies the part of a vector at a vertex with the inverse of its diagonal block. */
function blockInverses(matrix: BlockMatrix): (x: Float64Array, v: number) => void {
  const solvers = Array.from(matrix.diagonal, (n) => new DenseCholesky(matrix.blocks.slice(9 * n, 9 * n + 9), 3));
  return (x, v) => solvers[v].solve(x.subarray(3 * v, 3 * v + 3));
}

/** A contact that acts: its vertices with their weights, and its stiffness, 3 x 3 numbers [N/m]. */
export interface StiffContact {
  readonly vertices: readonly number[];
  readonly weights: readonly number[];
  readonly stiffness: Float64Array;
}

/**
 * Block Jacobi of the system without contacts, and then of the contacts' forces (Woodbury's identity, with the diagonal blocks of its inner matrix).
 * At a vertex that several contacts share, each one counts its mobility as many times: so what the blocks leave out can't outweigh them.
 */
export function contactForces(
  matrix: BlockMatrix,
  free: BlockMatrix,
  contacts: readonly StiffContact[],
): Preconditioner {
  const inverse = blockInverses(free);
  const count = new Uint32Array(free.diagonal.length);
  for (const { vertices } of contacts) for (const v of vertices) count[v]++;
  const inner = contacts.map(({ vertices, weights, stiffness: k }) => {
    // K (1 + G K)^-1 with G the mobility: solved column by column of the transpose, since K and G are symmetric.
    const g = new Float64Array(9);
    for (let c = 0; c < 3; c++)
      for (const [n, v] of vertices.entries()) {
        const unit = new Float64Array(free.diagonal.length * 3);
        unit[3 * v + c] = 1;
        inverse(unit, v);
        for (let r = 0; r < 3; r++) g[3 * r + c] += count[v] * weights[n] ** 2 * unit[3 * v + r];
      }
    return timesInverse(k, g);
  });
  return {
    name: 'block Jacobi of bodies and of contact forces',
    work: (18 * free.diagonal.length + contacts.length * 40) / productWork(matrix),
    apply(r) {
      const z = r.slice();
      for (let v = 0; v < count.length; v++) inverse(z, v);
      const push = new Float64Array(r.length);
      for (const [n, { vertices, weights }] of contacts.entries()) {
        const moved = [0, 1, 2].map((k) => vertices.reduce((sum, v, i) => sum + weights[i] * z[3 * v + k], 0));
        for (const [i, v] of vertices.entries())
          for (let k = 0; k < 3; k++)
            push[3 * v + k] +=
              weights[i] *
              (inner[n][3 * k] * moved[0] + inner[n][3 * k + 1] * moved[1] + inner[n][3 * k + 2] * moved[2]);
      }
      for (let v = 0; v < count.length; v++) if (count[v] > 0) inverse(push, v);
      return z.map((value, i) => value - (count[Math.floor(i / 3)] > 0 ? push[i] : 0));
    },
  };
}

/** Returns K (1 + G K)^-1 of symmetric 3 x 3 matrices. */
function timesInverse(k: Float64Array, g: Float64Array): Float64Array {
  // (1 + K G) X = K.
  const a = new Float64Array(9);
  for (let r = 0; r < 3; r++)
    for (let c = 0; c < 3; c++) {
      a[3 * r + c] = r === c ? 1 : 0;
      for (let i = 0; i < 3; i++) a[3 * r + c] += k[3 * r + i] * g[3 * i + c];
    }
  const x = k.slice();
  for (let p = 0; p < 3; p++)
    for (let r = 0; r < 3; r++) {
      if (r === p) continue;
      const factor = a[3 * r + p] / a[4 * p];
      for (let c = 0; c < 3; c++) {
        a[3 * r + c] -= factor * a[3 * p + c];
        x[3 * r + c] -= factor * x[3 * p + c];
      }
    }
  return x.map((value, i) => value / a[4 * Math.floor(i / 3)]);
}

/** Functions of a group of vertices: an affine displacement has 12. */
const AFFINE = 12;
/** Share of the coarse matrix' diagonal that is added to it: groups whose vertices lie in a plane leave functions without a value. */
const SHIFT = 1e-9;

/**
 * Adds what an exact solution for affine displacements of groups of vertices gives, in which the groups' neighbours take part: two levels, of
 * which the coarse one sees what a whole limb does.
 * @param x0 positions [m], 3 per vertex
 */
export function withAffineGroups(
  fine: Preconditioner,
  matrix: BlockMatrix,
  members: readonly Uint32Array[],
  x0: Float32Array,
): Preconditioner {
  const size = AFFINE * members.length;
  const groupOf = new Uint32Array(matrix.diagonal.length);
  for (const [g, group] of members.entries()) for (const v of group) groupOf[v] = g;
  const centres = members.map((group) =>
    [0, 1, 2].map((k) => group.reduce((sum, v) => sum + x0[3 * v + k], 0) / group.length),
  );
  const radii = members.map((group, g) =>
    Math.max(...Array.from(group, (v) => Math.hypot(...centres[g].map((c, k) => x0[3 * v + k] - c)))),
  );
  /** Returns the values at vertex v of a displacement's four functions along each axis: constant, and rising along x, y and z. */
  const shape = (v: number) => [
    1,
    ...[0, 1, 2].map((k) => (x0[3 * v + k] - centres[groupOf[v]][k]) / radii[groupOf[v]]),
  ];
  const shapes = Array.from(groupOf, (_, v) => shape(v));
  const coarse = new Float64Array(size * size);
  const { offsets, columns, blocks } = matrix;
  for (let v = 0; v < groupOf.length; v++)
    for (let n = offsets[v]; n < offsets[v + 1]; n++)
      for (let p = 0; p < AFFINE; p++)
        for (let q = 0; q < AFFINE; q++)
          coarse[size * (AFFINE * groupOf[v] + p) + AFFINE * groupOf[columns[n]] + q] +=
            shapes[v][p & 3] * blocks[9 * n + 3 * (p >> 2) + (q >> 2)] * shapes[columns[n]][q & 3];
  for (let i = 0; i < size; i++) coarse[(size + 1) * i] *= 1 + SHIFT;
  const solver = new DenseCholesky(coarse, size);
  return {
    name: `${fine.name}, and ${members.length} affine groups`,
    work: fine.work + (size * size + 8 * 3 * groupOf.length) / productWork(matrix),
    apply(r) {
      const z = fine.apply(r);
      const c = new Float64Array(size);
      for (let v = 0; v < groupOf.length; v++)
        for (let p = 0; p < AFFINE; p++) c[AFFINE * groupOf[v] + p] += shapes[v][p & 3] * r[3 * v + (p >> 2)];
      solver.solve(c);
      for (let v = 0; v < groupOf.length; v++)
        for (let p = 0; p < AFFINE; p++) z[3 * v + (p >> 2)] += shapes[v][p & 3] * c[AFFINE * groupOf[v] + p];
      return z;
    },
  };
}

/** Halves groups of vertices across their longest side until none has more than `most`. @param x0 positions [m], 3 per vertex */
export function halve(group: Uint32Array, x0: Float32Array, most: number): Uint32Array[] {
  if (group.length <= most) return [group];
  const extents = [0, 1, 2].map((k) => {
    const values = Array.from(group, (v) => x0[3 * v + k]);
    return Math.max(...values) - Math.min(...values);
  });
  const axis = extents.indexOf(Math.max(...extents));
  const sorted = group.slice().sort((a, b) => x0[3 * a + axis] - x0[3 * b + axis] || a - b);
  const half = sorted.length >> 1;
  return [...halve(sorted.slice(0, half), x0, most), ...halve(sorted.slice(half), x0, most)];
}

/**
 * Solves M x = b by preconditioned conjugate gradients.
 * @returns the number of iterations until the residual's norm, measured by block Jacobi as in the simulator, has shrunk to `tolerance`
 */
export function iterationsOf(
  matrix: BlockMatrix,
  preconditioner: Preconditioner,
  b: Float64Array,
  tolerance: number,
  most: number,
): number {
  const norm = blockNorm(matrix);
  const goal = tolerance * tolerance * norm(b);
  const x = new Float64Array(b.length);
  const r = b.slice();
  let z = preconditioner.apply(r);
  let rho = dot(r, z);
  const p = z.slice();
  for (let iteration = 1; iteration <= most; iteration++) {
    const y = multiply(matrix, p);
    const step = rho / dot(p, y);
    for (let i = 0; i < x.length; i++) {
      x[i] += step * p[i];
      r[i] -= step * y[i];
    }
    if (norm(r) <= goal) return iteration;
    z = preconditioner.apply(r);
    const next = dot(r, z);
    for (let i = 0; i < x.length; i++) p[i] = z[i] + (next / rho) * p[i];
    rho = next;
  }
  return Number.POSITIVE_INFINITY;
}

const dot = (a: Float64Array, b: Float64Array): number => a.reduce((sum, value, i) => sum + value * b[i], 0);

/** Returns the squared norm in which the simulator measures residuals: that of block Jacobi. */
function blockNorm(matrix: BlockMatrix): (r: Float64Array) => number {
  const apply = blockInverses(matrix);
  return (r) => {
    const z = r.slice();
    for (let v = 0; v < matrix.diagonal.length; v++) apply(z, v);
    return dot(r, z);
  };
}
