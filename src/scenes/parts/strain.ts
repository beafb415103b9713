import type { Model } from '../../simulation/model.ts';
import type { SimulationParameters } from '../../simulation/parameters.ts';
import { neoHookeanParameters } from '../../simulation/constraints/neo-hookean/neo-hookean.ts';

/** Deformation of tetrahedra relative to their rest shapes; 0 after a rigid motion. */
export interface Strain {
  /** Rest volume [m^3]. */
  volume: number;
  /** Integral of |E|^2 over the rest volume [m^3], with Green's strain E = (F^T F - 1) / 2. */
  green: number;
  /** Elastic energy of the Neo-Hookean material above that of the rest shape [J]. */
  energy: number;
}

export const sumOf = (strains: readonly Strain[]): Strain =>
  strains.reduce((a, b) => ({ volume: a.volume + b.volume, green: a.green + b.green, energy: a.energy + b.energy }), {
    volume: 0,
    green: 0,
    energy: 0,
  });

/**
 * Root mean square of |E| over the rest volume. For elements stretched by a factor s near 1 along one axis, it is about s - 1. At
 * rest, rounding may leave the integral just below 0.
 */
export const rmsGreen = ({ green, volume }: Strain): number => Math.sqrt(Math.max(0, green) / volume);

/**
 * Strains of one body's elements, summed by group.
 * @param own positions of the body's vertices, 3 per vertex [m]
 * @param groups number of groups
 * @param groupOf group of an elastic element
 * @returns one sum per group
 */
export function strainsOf(
  { elasticTets: { vertices, restMetrics, restVolumes } }: Model,
  own: Float32Array,
  parameters: Pick<SimulationParameters, 'youngsModulus' | 'poissonRatio'>,
  groups: number,
  groupOf: (tet: number) => number,
): readonly Strain[] {
  const { mu, lambda, restDeterminant } = neoHookeanParameters(parameters);
  const restDensity = (lambda / 2) * (1 - restDeterminant) ** 2;
  const sums: Strain[] = Array.from({ length: groups }, () => ({ volume: 0, green: 0, energy: 0 }));
  const edges = new Float64Array(9);
  const product = new Float64Array(9);
  for (let t = 0; t < restVolumes.length; t++) {
    for (let i = 0; i < 9; i++)
      edges[i] = own[3 * vertices[4 * t + 1 + ((i / 3) | 0)] + (i % 3)] - own[3 * vertices[4 * t] + (i % 3)];
    gramTimesMetric(edges, restMetrics, 6 * t, product);
    // The product is similar to F^T F, so it has the same trace, as have their powers.
    const trace = product[0] + product[4] + product[8];
    const determinant = determinantOf(edges) / (6 * restVolumes[t]);
    const sum = sums[groupOf(t)];
    sum.volume += restVolumes[t];
    sum.green += (restVolumes[t] * (traceOfSquare(product) - 2 * trace + 3)) / 4;
    sum.energy +=
      restVolumes[t] * ((mu / 2) * (trace - 3) + (lambda / 2) * (determinant - restDeterminant) ** 2 - restDensity);
  }
  return sums;
}

/** Indices of the entries of a symmetric 3 x 3 matrix whose upper half is stored row by row. */
const SYMMETRIC = [0, 1, 2, 1, 3, 4, 2, 4, 5];

/**
 * Product of the edges' Gram matrix and the rest metric, 3 x 3.
 * @param e three edge vectors, one after the other
 */
function gramTimesMetric(e: Float64Array, metrics: Float32Array, at: number, out: Float64Array): void {
  out.fill(0);
  for (let i = 0; i < 3; i++)
    for (let k = 0; k < 3; k++) {
      const gram = e[3 * i] * e[3 * k] + e[3 * i + 1] * e[3 * k + 1] + e[3 * i + 2] * e[3 * k + 2];
      for (let j = 0; j < 3; j++) out[3 * i + j] += gram * metrics[at + SYMMETRIC[3 * k + j]];
    }
}

const traceOfSquare = (m: Float64Array): number =>
  m[0] * m[0] + m[4] * m[4] + m[8] * m[8] + 2 * (m[1] * m[3] + m[2] * m[6] + m[5] * m[7]);

const determinantOf = (m: Float64Array): number =>
  m[0] * (m[4] * m[8] - m[5] * m[7]) + m[1] * (m[5] * m[6] - m[3] * m[8]) + m[2] * (m[3] * m[7] - m[4] * m[6]);
