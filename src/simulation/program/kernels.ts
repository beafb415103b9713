import { displace, place, sumDisplacements } from '../constraints/elastic/displacements.ts';
import { solveTets } from '../constraints/neo-hookean/solve-tets.ts';
import { solveSprings } from '../constraints/springs/solve-springs.ts';

/**
 * Loops over independent elements, each a function of arrays and numbers. The build makes SIMD kernels from their text (docs/kernels.md);
 * the results have the same bits. Stages call them by Context.kernels.
 */
export interface Kernels {
  readonly solveTets: typeof solveTets;
  readonly solveSprings: typeof solveSprings;
  readonly displace: typeof displace;
  readonly place: typeof place;
  readonly sumDisplacements: typeof sumDisplacements;
}

/** The TypeScript functions themselves, for where SIMD is missing. */
export const TYPESCRIPT_KERNELS: Kernels = { solveTets, solveSprings, displace, place, sumDisplacements };
