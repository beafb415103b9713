import { displacementsOf } from '../../constraints/elastic/displacements.ts';
import type { Stage } from '../../program/stage.ts';
import { COUNTERS } from '../../state.ts';
import { vertexCount } from './phases.ts';
import { LINEAR } from './words.ts';

/** Largest residual that is counted, as a share of LINEAR.normOfStep. */
export const MOST_RESIDUAL = 1000;

/** Begins the solve: puts positions to where inertia carries them, where it starts. Held vertices are already at their goals. */
export const beginSolve: Stage = {
  count: vertexCount,
  run({ state }, begin, end) {
    const { positions, positionsT0, inverseMasses } = state;
    const u = displacementsOf(state);
    for (let v = begin; v < end; v++)
      if (inverseMasses[v] !== 0) for (let i = 3 * v; i < 3 * v + 3; i++) positions[i] = positionsT0[i] + u[i];
  },
};

/** Ends the solve: computes positions and remainders from displacements, and counts the residual that is left. */
export const endSolve: Stage = {
  solvesMaterial: true,
  count: vertexCount,
  run({ state, kernels }, begin, end) {
    const { counters, linearSolve } = state;
    if (begin === 0 && linearSolve[LINEAR.normOfStep] > 0) {
      const share = Math.sqrt(linearSolve[LINEAR.norm] / linearSolve[LINEAR.normOfStep]);
      counters[COUNTERS.linearResidual] += Math.round(1e6 * Math.min(share, MOST_RESIDUAL));
    }
    kernels.place(state.positions, state.positionsT0, displacementsOf(state), begin, end);
  },
};
