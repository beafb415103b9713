import { displacementsOf } from '../../constraints/elastic/displacements.ts';
import { TYPESCRIPT_KERNELS } from '../../program/kernels.ts';
import type { Context, Stage } from '../../program/stage.ts';
import { COUNTERS } from '../../state.ts';
import { LINEAR } from './words.ts';

/** Largest residual that is counted, as a share of that at the step's start. */
export const MOST_RESIDUAL = 1000;

const vertexCount = ({ world }: Context): number => world.vertexCount;

/**
 * Begins the solve: replaces remainders by displacements from x0 (constraints/elastic/displacements.ts). `freeMoves` gets the displacements
 * that inertia, gravity and drivers alone cause. The solve starts at x0, as in Baraff and Witkin; held vertices are already at their goals.
 * Positions follow, rounded.
 */
export const beginSolve: Stage = {
  count: vertexCount,
  run({ state, kernels = TYPESCRIPT_KERNELS }, begin, end) {
    const { positions, positionsT0, remaindersT0, freeMoves, inverseMasses } = state;
    const u = displacementsOf(state);
    kernels.displace(positions, positionsT0, u, begin, end);
    for (let v = begin; v < end; v++) {
      const isHeld = inverseMasses[v] === 0;
      for (let i = 3 * v; i < 3 * v + 3; i++) {
        freeMoves[i] = u[i];
        if (isHeld) continue;
        u[i] = remaindersT0[i];
        positions[i] = positionsT0[i];
      }
    }
  },
};

/** Ends the solve: computes positions and remainders from displacements, and counts the residual that is left. */
export const endSolve: Stage = {
  count: vertexCount,
  run({ state, kernels = TYPESCRIPT_KERNELS }, begin, end) {
    const { counters, linearSolve } = state;
    if (begin === 0 && linearSolve[LINEAR.normOfStep] > 0) {
      const share = Math.sqrt(linearSolve[LINEAR.norm] / linearSolve[LINEAR.normOfStep]);
      counters[COUNTERS.linearResidual] += Math.round(1e6 * Math.min(share, MOST_RESIDUAL));
    }
    kernels.place(state.positions, state.positionsT0, displacementsOf(state), begin, end);
  },
};
