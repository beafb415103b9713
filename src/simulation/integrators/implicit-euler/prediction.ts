import { displacementsOf } from '../../constraints/elastic/displacements.ts';
import type { Context, Stage } from '../../program/stage.ts';
import { vertexEnd } from '../../world/world.ts';
import { ELEMENT_PHASES, type Phase, stageOf, vertexCount } from './phases.ts';
import { addElementBlocks, gatherElements, invert } from './vertices.ts';

const PHASES: readonly Phase[] = [
  { count: vertexCount, run: startFree },
  ...ELEMENT_PHASES,
  { count: vertexCount, run: predictVertices },
];

/**
 * Predicts positions without contacts, from which continuous detection finds hits: where inertia and the elements' forces would carry
 * each vertex if its neighbours moved by inertia, the first iteration of block Jacobi. Inertia alone would not do: a body that lies on another
 * one is pressed against it by its own forces, and hardly by inertia. `predictedMoves` gets the displacements, `forcedMoves` those without
 * neighbours that hold, and `freeMoves` those that inertia, gravity and drivers alone cause. Displacements from x0 replace remainders
 * (constraints/elastic/displacements.ts). The elements' Hessians and forces stay for the first linear solve.
 *
 * They are taken at the inertial motion x0 + freeMoves, where the solve starts. There a falling body has no elastic force, so that no
 * iteration has to find its fall. And what the motion's second order strains, as a turn does, is resisted in the same step: at x0 it would be
 * resisted one step later, and material damping would keep most of it; step by step elements would be torn.
 */
export const predictWithForces: Stage = stageOf(
  () => PHASES.length,
  (_, phase) => PHASES[phase],
);

/** Keeps what inertia, gravity and drivers alone have moved: there the elements' forces are computed, and there the solve starts. */
function startFree({ state, kernels }: Context, begin: number, end: number): void {
  const { positions, positionsT0, freeMoves } = state;
  const u = displacementsOf(state);
  kernels.displace(positions, positionsT0, u, begin, end);
  for (let i = 3 * begin; i < 3 * end; i++) freeMoves[i] = u[i];
}

function predictVertices(context: Context, begin: number, end: number): void {
  const { world, state, parameters, scratch } = context;
  const { block, inverse: m } = scratch.implicitEuler.vertex;
  const { inverseMasses, freeMoves, forcedMoves, predictedMoves, positions, positionsT0 } = state;
  const rate = 1 / (parameters.timeStep * parameters.timeStep);
  // Forces at first, which the displacements replace.
  gatherElements(context, begin, end, predictedMoves);
  for (let body = 0; body < world.bodies.length; body++) {
    const last = Math.min(end, vertexEnd(world, body));
    for (let v = Math.max(begin, world.bodies[body].vertexBase); v < last; v++) {
      const i = 3 * v;
      if (inverseMasses[v] === 0) {
        for (let k = i; k < i + 3; k++) predictedMoves[k] = forcedMoves[k] = freeMoves[k];
        continue;
      }
      const inertia = rate / inverseMasses[v];
      for (let k = i; k < i + 3; k++) forcedMoves[k] = freeMoves[k] - predictedMoves[k] / inertia;
      block.fill(0);
      block[0] = block[3] = block[5] = inertia;
      addElementBlocks(context, body, v);
      invert(block, m, 0);
      const x = predictedMoves[i];
      const y = predictedMoves[i + 1];
      const z = predictedMoves[i + 2];
      predictedMoves[i] = freeMoves[i] - (m[0] * x + m[1] * y + m[2] * z);
      predictedMoves[i + 1] = freeMoves[i + 1] - (m[1] * x + m[3] * y + m[4] * z);
      predictedMoves[i + 2] = freeMoves[i + 2] - (m[2] * x + m[4] * y + m[5] * z);
      for (let k = i; k < i + 3; k++) positions[k] = positionsT0[k] + predictedMoves[k];
    }
  }
}
