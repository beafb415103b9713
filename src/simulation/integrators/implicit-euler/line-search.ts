import { displacementsOf } from '../../constraints/elastic/displacements.ts';
import type { Context, Stage } from '../../program/stage.ts';
import { SUM_CHUNK } from '../../state.ts';
import { addRemainders } from './elements.ts';
import { hasGas } from '../../constraints/pressure/has-gas.ts';
import { addGasRemainders } from './gas.ts';
import { elementCount, vertexCount } from './phases.ts';
import { addSpringRemainders } from './springs.ts';
import { LINEAR, STEP_LENGTHS, SUFFICIENT_DECREASE } from './words.ts';

/**
 * Moves the displacements by the solution of the linear system, and positions with them. With Newton's method the solution is scaled by the
 * largest of STEP_LENGTHS lengths that decreases the energy enough, or by 0 if none does. Contacts and inertia are quadratic, so their energy
 * changes as the linear system says. For elastic elements, the difference from what the system says is computed element by element, which
 * loses no digits.
 */
export const moveAlong: Stage = {
  phases: ({ parameters }) => (parameters.solver === 'linear' ? 1 : 3),
  count(context, phase) {
    if (context.parameters.solver === 'linear' || phase === 2) return Math.ceil(vertexCount(context) / SUM_CHUNK);
    return phase === 0 ? elementChunks(context) : 1;
  },
  run(context, begin, end, phase) {
    if (context.parameters.solver === 'linear' || phase === 2) move(context, begin * SUM_CHUNK, end * SUM_CHUNK);
    else if (phase === 1) chooseLength(context);
    else for (let chunk = begin; chunk < end; chunk++) addUp(context, chunk);
  },
  chunk: 1,
};

const elementChunks = (context: Context): number => Math.ceil(elementCount(context) / SUM_CHUNK);

/** Sums up the elements' differences from the linear system, for each step length. */
function addUp(context: Context, chunk: number): void {
  const { linearSums } = context.state;
  const { tetCount } = context.world;
  const sums = context.scratch.implicitEuler.remainders.fill(0);
  const begin = chunk * SUM_CHUNK;
  const end = Math.min(begin + SUM_CHUNK, elementCount(context));
  if (begin < tetCount) addRemainders(context, begin, Math.min(end, tetCount), sums);
  if (end > tetCount) addSpringRemainders(context, Math.max(0, begin - tetCount), end - tetCount, sums);
  for (let k = 0; k < STEP_LENGTHS; k++) linearSums[STEP_LENGTHS * chunk + k] = sums[k];
}

function chooseLength(context: Context): void {
  const { world, state, scratch } = context;
  const { linearSums, linearSolve: words } = state;
  const chunks = elementChunks(context);
  const [slope, curvature] = [words[LINEAR.slope], words[LINEAR.curvature]];
  let length = 1;
  const gases = scratch.implicitEuler.remainders.fill(0);
  if (hasGas(world)) for (let body = 0; body < world.bodies.length; body++) addGasRemainders(context, body, gases);
  for (let k = 0; k < STEP_LENGTHS; k++, length /= 2) {
    let change = 0.5 * length * length * curvature - length * slope + gases[k];
    for (let chunk = 0; chunk < chunks; chunk++) change += linearSums[STEP_LENGTHS * chunk + k];
    if (change <= -SUFFICIENT_DECREASE * length * slope) {
      words[LINEAR.length] = length;
      return;
    }
  }
  words[LINEAR.length] = 0;
}

function move({ world, state, parameters }: Context, begin: number, end: number): void {
  const u = displacementsOf(state);
  const { solution, positions, positionsT0 } = state;
  const length = parameters.solver === 'linear' ? 1 : state.linearSolve[LINEAR.length];
  for (let i = 3 * begin; i < 3 * Math.min(end, world.vertexCount); i++) {
    u[i] += length * solution[i];
    positions[i] = positionsT0[i] + u[i];
  }
}
