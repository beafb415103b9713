import { describe, expect, test } from 'vitest';
import { seededRandom } from '../../../../src/math/random.ts';
import {
  createElementScratch,
  elementEnergy,
  elementGradient,
  elementRemainder,
  type ElementScratch,
  factorMetric,
} from '../../../../src/simulation/integrators/implicit-euler/element.ts';
import {
  elementHessian,
  LEAST_EIGENVALUE,
} from '../../../../src/simulation/integrators/implicit-euler/element-hessian.ts';

/** Rest volume of the elements [m^3]. */
const VOLUME = 1 / 6;
const SKEW = 0.3;
/** Edges of the rest shape: the columns of D = [[1, s, 0], [0, 1, s], [0, 0, 1]], s the skew. */
const REST = [1, 0, 0, SKEW, 1, 0, 0, SKEW, 1];

/**
 * Makes an element whose rest shape is a slightly skewed unit tetrahedron.
 * @param stretch scale of its random deformation    @param size factor of its shape
 */
function makeElement(seed: number, stretch: number, damping: number, size = 1): ElementScratch {
  const random = seededRandom(seed);
  const element = createElementScratch();
  Object.assign(element.material, { mu: 3, lambda: 7, restDeterminant: 1 + 3 / 7, damping });
  // The inverse of D, whose determinant is 1; M = D^-1 D^-T.
  const s = SKEW;
  const inverse = [
    [1, -s, s * s],
    [0, 1, -s],
    [0, 0, 1],
  ];
  const metric = (i: number, j: number) => inverse[i].reduce((sum, x, k) => sum + x * inverse[j][k], 0);
  element.metric.set([metric(0, 0), metric(0, 1), metric(0, 2), metric(1, 1), metric(1, 2), metric(2, 2)]);
  factorMetric(element);
  for (let i = 0; i < 9; i++) {
    element.edgesT0[i] = REST[i] + 0.1 * (random() - 0.5);
    element.edges[i] = size * REST[i] + stretch * (random() - 0.5);
  }
  return element;
}

/** Returns the 9 x 9 matrix of the element's Hessian. */
function fullHessian({ hessian }: ElementScratch): number[][] {
  const full = Array.from({ length: 9 }, () => new Array<number>(9).fill(0));
  let at = 0;
  for (let r = 0; r < 9; r++)
    for (let c = r; c < 9; c++) {
      full[r][c] = hessian[at];
      full[c][r] = hessian[at++];
    }
  return full;
}

/** Derivative of `f` in each edge coordinate by central differences. */
function differences(element: ElementScratch, f: () => number[]): number[][] {
  const h = 1e-5;
  return Array.from({ length: 9 }, (_, i) => {
    const kept = element.edges[i];
    element.edges[i] = kept + h;
    const above = f();
    element.edges[i] = kept - h;
    const below = f();
    element.edges[i] = kept;
    return above.map((value, k) => (value - below[k]) / (2 * h));
  });
}

const gradientOf = (element: ElementScratch) => () => {
  elementGradient(element, VOLUME);
  return [...element.gradient];
};

function expectClose(analytic: number[][], numeric: number[][]): void {
  for (const [r, row] of numeric.entries())
    for (const [c, value] of row.entries()) expect(analytic[r][c]).toBeCloseTo(value, 5);
}

describe('Neo-Hookean element', () => {
  test.each([0, 0.4])('gradient is the derivative of the energy, damping %s', (damping) => {
    for (let seed = 1; seed <= 20; seed++) {
      const element = makeElement(seed, 1.5, damping);
      const numeric = differences(element, () => [elementEnergy(element, VOLUME)]).map(([x]) => x);
      const analytic = gradientOf(element)();
      for (const [i, value] of numeric.entries()) expect(analytic[i]).toBeCloseTo(value, 6);
    }
  });

  // At rest, rotations have the eigenvalue 0, which is raised: so these elements are somewhat larger than their rest shape.
  test('Hessian is the derivative of the gradient where that is positive definite', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const element = makeElement(seed, 0.1, 0, 1.1);
      const numeric = differences(element, gradientOf(element));
      elementHessian(element, VOLUME);
      const analytic = fullHessian(element);
      expectClose(analytic, numeric);
    }
  });

  test('Hessian of damping is the derivative of the gradient at the start of the step', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const element = makeElement(seed, 0.1, 0.4, 1.1);
      element.edgesT0.set(element.edges);
      const numeric = differences(element, gradientOf(element));
      elementHessian(element, VOLUME);
      const analytic = fullHessian(element);
      expectClose(analytic, numeric);
    }
  });

  test.each([0, 0.4])(
    'Hessian of any shape is positive definite, inverted and flat ones too, damping %s',
    (damping) => {
      for (let seed = 1; seed <= 200; seed++) {
        const element = makeElement(seed, 4, damping);
        if (seed % 4 === 0) for (let k = 0; k < 3; k++) element.edges[6 + k] = 0; // flat
        if (seed % 8 === 0) for (let k = 0; k < 3; k++) element.edges[3 + k] = element.edges[k]; // a line
        elementHessian(element, VOLUME);
        expect(isPositiveDefinite(fullHessian(element))).toBe(true);
      }
      const point = makeElement(1, 1, damping);
      point.edges.fill(0);
      elementHessian(point, VOLUME);
      expect(isPositiveDefinite(fullHessian(point))).toBe(true);
    },
  );

  test.each([0, 0.4])('remainder is what gradient and Hessian leave out of the energy, damping %s', (damping) => {
    for (let seed = 1; seed <= 50; seed++) {
      const element = makeElement(seed, 2, damping);
      const random = seededRandom(1000 + seed);
      const { shift, edges, remainder } = element;
      for (let k = 0; k < 9; k++) shift[k] = 2 * random() - 1;
      const before = elementEnergy(element, VOLUME);
      elementGradient(element, VOLUME);
      elementHessian(element, VOLUME);
      const slope = shift.reduce((sum, d, k) => sum + d * element.gradient[k], 0);
      const curvature = fullHessian(element).reduce(
        (sum, row, r) => sum + row.reduce((part, value, c) => part + value * shift[r] * shift[c], 0),
        0,
      );
      elementRemainder(element, VOLUME, curvature);
      const start = [...edges];
      for (const l of [1, 0.5, 0.3]) {
        for (let k = 0; k < 9; k++) edges[k] = start[k] + l * shift[k];
        const change = elementEnergy(element, VOLUME) - before;
        const rest = remainder.reduce((sum, c, n) => sum + c * l ** (n + 2), 0);
        expect(l * slope + 0.5 * l * l * curvature + rest).toBeCloseTo(change, 9);
      }
    }
  });

  // In the edges' basis, which is skewed, no such thing holds. With damping, the projection leaves the curvature of Y out; it is
  // 0 where a step starts.
  test.each([0, 0.4])(
    'projection raises the eigenvalues of the derivative by F to the least one, and changes nothing else, damping %s',
    (damping) => {
      let raisedCount = 0;
      for (let seed = 1; seed <= 50; seed++) {
        const element = makeElement(seed, 3, damping);
        element.edgesT0.set(element.edges);
        const exact = byDeformation(differences(element, gradientOf(element)));
        elementHessian(element, VOLUME);
        const projected = byDeformation(fullHessian(element));
        const least = LEAST_EIGENVALUE * element.material.mu;
        const { values, vectors } = eigen(exact);
        const scale = Math.max(...values.map(Math.abs));
        raisedCount += values.filter((value) => value < least).length;
        for (let r = 0; r < 9; r++)
          for (let c = 0; c < 9; c++) {
            const raised = values.reduce(
              (sum, value, n) => sum + Math.max(value, least) * vectors[r][n] * vectors[c][n],
              0,
            );
            expect(Math.abs(projected[r][c] - raised) / scale, `seed ${seed}, ${r} ${c}`).toBeLessThan(1e-6);
          }
      }
      expect(raisedCount).toBeGreaterThan(50);
    },
  );
});

/**
 * Turns a Hessian by the edges [J/m^2] into one by the deformation gradient F, per volume [Pa]: edges are F times those of the
 * rest shape.
 */
function byDeformation(hessian: readonly number[][]): number[][] {
  // Derivative of edge coordinate i by F's number j; both are numbered column by column.
  const derivative = (i: number, j: number) => (i % 3 === j % 3 ? REST[3 * Math.floor(i / 3) + Math.floor(j / 3)] : 0);
  return Array.from({ length: 9 }, (_, r) =>
    Array.from({ length: 9 }, (__, c) => {
      let sum = 0;
      for (let i = 0; i < 9; i++)
        for (let j = 0; j < 9; j++) sum += derivative(i, r) * hessian[i][j] * derivative(j, c);
      return sum / VOLUME;
    }),
  );
}

/** Computes eigenvalues, and eigenvectors as columns, of a symmetric matrix by Jacobi rotations. */
function eigen(matrix: readonly number[][]): { values: number[]; vectors: number[][] } {
  const n = matrix.length;
  const a = matrix.map((row, r) => row.map((x, c) => (x + matrix[c][r]) / 2));
  const vectors: number[][] = a.map((_, r) => a.map((__, c) => (r === c ? 1 : 0)));
  for (let sweep = 0; sweep < 30; sweep++)
    for (let p = 0; p < n; p++)
      for (let q = p + 1; q < n; q++) {
        const angle = 0.5 * Math.atan2(2 * a[p][q], a[q][q] - a[p][p]);
        const [c, s] = [Math.cos(angle), Math.sin(angle)];
        const turn = (x: number, y: number) => [c * x - s * y, s * x + c * y];
        for (let k = 0; k < n; k++) [a[k][p], a[k][q]] = turn(a[k][p], a[k][q]);
        for (let k = 0; k < n; k++) [a[p][k], a[q][k]] = turn(a[p][k], a[q][k]);
        for (let k = 0; k < n; k++) [vectors[k][p], vectors[k][q]] = turn(vectors[k][p], vectors[k][q]);
      }
  return { values: a.map((row, r) => row[r]), vectors };
}

/** Tests by Cholesky's factorisation. */
function isPositiveDefinite(matrix: number[][]): boolean {
  const a = matrix.map((row) => [...row]);
  for (let k = 0; k < 9; k++) {
    if (!(a[k][k] > 0)) return false;
    for (let i = k + 1; i < 9; i++) for (let j = k + 1; j <= i; j++) a[i][j] -= (a[i][k] * a[j][k]) / a[k][k];
    for (let i = k + 1; i < 9; i++) for (let j = i + 1; j < 9; j++) a[i][j] = a[j][i];
  }
  return true;
}
