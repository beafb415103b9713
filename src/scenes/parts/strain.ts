import { determinant } from '../../geometry/tetrahedron.ts';
import type { Model } from '../../simulation/world/model.ts';
import type { SimulationParameters } from '../../simulation/parameters.ts';
import { neoHookeanParameters } from '../../simulation/constraints/neo-hookean/neo-hookean.ts';

/** Deformation of tetrahedra relative to their rest shapes; 0 after a rigid motion. */
export interface Strain {
  /** Rest volume [m^3]. */
  volume: number;
  /** Integral of |E|^2 over the rest volume [m^3]. E = (F^T F - 1) / 2 is Green's strain, F the deformation gradient. */
  green: number;
  /** Elastic energy of the Neo-Hookean material, minus its value in the rest shape [J]. */
  energy: number;
}

export const sumOf = (strains: readonly Strain[]): Strain =>
  strains.reduce((a, b) => ({ volume: a.volume + b.volume, green: a.green + b.green, energy: a.energy + b.energy }), {
    volume: 0,
    green: 0,
    energy: 0,
  });

/**
 * Root mean square of |E| over the rest volume. If all elements are stretched along one axis by a factor s near 1, the result is
 * about s - 1. At rest, rounding may leave the integral of |E|^2 just below 0; it then counts as 0.
 */
export const rmsGreen = ({ green, volume }: Strain): number => Math.sqrt(Math.max(0, green) / volume);

/**
 * Sums the strains of one body's elements by group.
 * @param positions of the body's vertices, 3 per vertex [m]
 * @param groupCount number of groups
 * @param groupOf group of an elastic element
 * @returns one sum per group
 */
export function strainsOf(
  { elasticTets: { vertices, restMetrics, restVolumes } }: Model,
  positions: Float32Array,
  parameters: Pick<SimulationParameters, 'youngsModulus' | 'poissonRatio'>,
  groupCount: number,
  groupOf: (tet: number) => number,
): readonly Strain[] {
  const { mu, lambda, restDeterminant } = neoHookeanParameters(parameters);
  const restEnergyDensity = (lambda / 2) * (1 - restDeterminant) ** 2;
  const sums: Strain[] = Array.from({ length: groupCount }, () => ({ volume: 0, green: 0, energy: 0 }));
  const edges = new Float64Array(9);
  const product = new Float64Array(9);
  for (let t = 0; t < restVolumes.length; t++) {
    for (let i = 0; i < 9; i++)
      edges[i] =
        positions[3 * vertices[4 * t + 1 + ((i / 3) | 0)] + (i % 3)] - positions[3 * vertices[4 * t] + (i % 3)];
    gramTimesMetric(edges, restMetrics, 6 * t, product);
    // The product is a matrix similar to F^T F. So both have the same trace, and their squares have the same trace.
    const trace = product[0] + product[4] + product[8];
    const volumeRatio = determinant(edges, 0, 3, 6) / (6 * restVolumes[t]);
    const sum = sums[groupOf(t)];
    sum.volume += restVolumes[t];
    sum.green += (restVolumes[t] * (traceOfSquare(product) - 2 * trace + 3)) / 4;
    sum.energy +=
      restVolumes[t] *
      ((mu / 2) * (trace - 3) + (lambda / 2) * (volumeRatio - restDeterminant) ** 2 - restEnergyDensity);
  }
  return sums;
}

/** Indices of the entries of a symmetric 3 x 3 matrix whose upper half is stored row by row. */
const SYMMETRIC = [0, 1, 2, 1, 3, 4, 2, 4, 5];

/**
 * Multiplies the Gram matrix of a tetrahedron's edges (their scalar products, 3 x 3) by its rest metric (Model.restMetrics).
 * @param e three edge vectors, one after the other
 * @param at index of the first of the metric's 6 numbers in `metrics`
 * @param out receives the product, 3 x 3, row by row
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
