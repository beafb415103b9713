import type { Context, Stage } from '../../program/stage.ts';
import { COUNTERS, SUM_CHUNK } from '../../state.ts';
import { contactAt, contactCount, multiplyContact, writeTerms } from './contact-terms.ts';
import { multiplyElements } from './elements.ts';
import { multiplyGases } from './gas.ts';
import {
  ELEMENT_PHASES,
  bodyCount,
  elementCount,
  gasCount,
  type Phase,
  stageOf,
  together,
  vertexCount,
} from './phases.ts';
import { multiplySprings } from './springs.ts';
import { LEAST_REFERENCE, LINEAR } from './words.ts';
import { vertexEnd } from '../../world/world.ts';
import { gatherForces, writeVertices } from './vertices.ts';

const ASSEMBLY: readonly Phase[] = [
  { count: contactCount, run: assembleContacts },
  { count: vertexCount, run: assembleVertices },
];
/** Phases that multiply the system with the direction. */
const PRODUCT: readonly Phase[] = [
  together([
    { count: elementCount, run: multiplyAll },
    { count: contactCount, run: multiplyContacts },
    { count: gasCount, chunk: 1, run: multiplyGases },
  ]),
  { count: vertexCount, run: addUpProducts },
];
/** Phases before the iterations. In a step's first solve, those of elements have run already (prediction.ts). */
const FIRST_SETUP: readonly Phase[] = [
  ...ASSEMBLY,
  ...PRODUCT,
  { count: vertexCount, run: sumReference },
  { run: keepReference },
  { count: bodyCount, chunk: 1, run: chooseStart },
  ...PRODUCT,
  { count: vertexCount, run: moveSolution },
  { run: beginSearch },
];
const LATER_SETUP: readonly Phase[] = [...ELEMENT_PHASES, ...ASSEMBLY, { run: beginSearch }];
/** Phases of an iteration. */
const ITERATION: readonly Phase[] = [
  { count: vertexCount, run: setDirection },
  ...PRODUCT,
  { run: findStep },
  { count: vertexCount, run: moveSolution },
  { run: findKeep },
];

/** Phases after the iterations of Newton's first solve, which may not have started where the line search does. */
const ENDING: readonly Phase[] = [
  { count: vertexCount, run: followSolution },
  ...PRODUCT,
  { run: keepCurvature },
  { count: vertexCount, run: sumWork },
  { run: findSlope },
];

const setupOf = ({ argument }: Context) => (argument === 0 ? FIRST_SETUP : LATER_SETUP);

/** Phases of a solve that is done: there is nothing left in them. */
const NOTHING: Phase = { count: () => 0, run() {} };

function phaseAt(context: Context, phase: number): Phase {
  const setup = setupOf(context);
  if (phase < setup.length) return setup[phase];
  const last = setup.length + context.parameters.linearIterations * ITERATION.length;
  if (phase >= last) return ENDING[phase - last];
  if (context.state.linearSolve[LINEAR.isDone] === 1) return NOTHING;
  return ITERATION[(phase - setup.length) % ITERATION.length];
}

const hasEnding = ({ argument, parameters }: Context) => argument === 0 && parameters.solver === 'newton';

/**
 * Solves one linear system of an implicit Euler step by conjugate gradients with a block Jacobi preconditioner: H d = -g, with g and H the
 * gradient and the projected Hessian of the step's energy at the current displacements (docs/method.md). The argument is 0 in the step's first
 * solve. The system is never assembled: each element multiplies its own Hessian, and each vertex adds up the results in a fixed order. Dot
 * products are summed per chunk of vertices, then in the order of chunks. So the bits are the same for any number of workers.
 * Source: Baraff, Witkin 1998; Shewchuk 1994, section B3.
 */
export const solveLinear: Stage = stageOf(
  (context) =>
    setupOf(context).length +
    context.parameters.linearIterations * ITERATION.length +
    (hasEnding(context) ? ENDING.length : 0),
  phaseAt,
);

function assembleContacts(context: Context, begin: number, end: number): void {
  const { world, state, scratch } = context;
  for (let i = begin; i < end; i++) writeTerms(scratch.implicitEuler.terms, context, contactAt(world, state, i));
}

function assembleVertices(context: Context, begin: number, end: number): void {
  writeVertices(context, begin, end);
  const { linearSums, residual } = context.state;
  linearSums[begin / SUM_CHUNK] = preconditionedNorm(context, residual, begin, end);
}

/**
 * Sums the norm of the residual at rest, at x0: that of the inertial motion, and the system's product with this motion.
 */
function sumReference(context: Context, begin: number, end: number): void {
  const { linearSums, residual, product: y } = context.state;
  for (let i = 3 * begin; i < 3 * end; i++) y[i] += residual[i];
  linearSums[begin / SUM_CHUNK] = preconditionedNorm(context, y, begin, end);
}

function keepReference(context: Context): void {
  const words = context.state.linearSolve;
  words[LINEAR.normOfStep] = total(context);
  words[LINEAR.step] = 1;
}

/**
 * Chooses where a body starts the first solve: at the inertial motion, or at rest, where the linear system says that its energy is lower. In free
 * fall that is the inertial motion. A body that hits something starts at rest: if the iterations end early, it lags behind then, where it would
 * be crushed otherwise. `direction`, the inertial motion so far, gets the way from there to the start.
 */
function chooseStart({ world, state }: Context, body: number): void {
  const { direction: p, residual: r, product: atRest } = state;
  let work = 0;
  let curvature = 0;
  const end = 3 * vertexEnd(world, body);
  const first = 3 * world.bodies[body].vertexBase;
  for (let i = first; i < end; i++) {
    work += p[i] * atRest[i];
    curvature += p[i] * (atRest[i] - r[i]);
  }
  const startsAtRest = work < 0.5 * curvature;
  for (let i = first; i < end; i++) p[i] = startsAtRest ? -p[i] : 0;
}

/** Prepares the product of the system with the solution. */
function followSolution({ state }: Context, begin: number, end: number): void {
  const { solution, direction } = state;
  for (let i = 3 * begin; i < 3 * end; i++) direction[i] = solution[i];
}

function keepCurvature(context: Context): void {
  context.state.linearSolve[LINEAR.curvature] = total(context);
}

function sumWork({ state }: Context, begin: number, end: number): void {
  const { solution: d, residual: r, linearSums } = state;
  let sum = 0;
  for (let i = 3 * begin; i < 3 * end; i++) sum += d[i] * r[i];
  linearSums[begin / SUM_CHUNK] = sum;
}

/** The residual at the start of the line search is what is left of it, and the system's product with the solution. */
function findSlope(context: Context): void {
  const words = context.state.linearSolve;
  words[LINEAR.slope] = words[LINEAR.curvature] + total(context);
}

/** Returns the sum of r . preconditioner r over vertices. */
function preconditionedNorm({ state }: Context, r: Float32Array, begin: number, end: number): number {
  const { preconditioner: m } = state;
  let sum = 0;
  for (let v = begin; v < end; v++) {
    const i = 3 * v;
    const j = 6 * v;
    const x = r[i];
    const y = r[i + 1];
    const z = r[i + 2];
    sum +=
      x * (m[j] * x + 2 * m[j + 1] * y + 2 * m[j + 2] * z) + y * (m[j + 3] * y + 2 * m[j + 4] * z) + m[j + 5] * z * z;
  }
  return sum;
}

/** Returns the sum of all vertices' chunks. */
function total({ world, state }: Context): number {
  const count = Math.ceil(world.vertexCount / SUM_CHUNK);
  let sum = 0;
  for (let chunk = 0; chunk < count; chunk++) sum += state.linearSums[chunk];
  return sum;
}

/** Begins the search, unless Newton's method has converged. */
function beginSearch(context: Context): void {
  const { state, argument, parameters } = context;
  const { linearSolve: words, counters } = state;
  const norm = total(context);
  const atRest = words[LINEAR.normOfStep];
  words[LINEAR.normAtStart] = argument === 0 ? Math.min(Math.max(norm, LEAST_REFERENCE * atRest), atRest) : norm;
  words[LINEAR.norm] = norm;
  words[LINEAR.keep] = 0;
  words[LINEAR.curvature] = 0;
  words[LINEAR.slope] = 0;
  const least = argument === 0 ? 0 : parameters.newtonTolerance * parameters.newtonTolerance;
  // A norm that is no number must reach the positions, where it is reported.
  words[LINEAR.isDone] = norm <= least * atRest ? 1 : 0;
  if (words[LINEAR.isDone] === 0) counters[COUNTERS.linearSolves]++;
}

/** Sets the search direction: preconditioner times residual, plus a share of the last direction. */
function setDirection({ state }: Context, begin: number, end: number): void {
  const { residual: r, preconditioner: m, direction: p, linearSolve } = state;
  const keep = linearSolve[LINEAR.keep];
  for (let v = begin; v < end; v++) {
    const i = 3 * v;
    const j = 6 * v;
    const x = r[i];
    const y = r[i + 1];
    const z = r[i + 2];
    // In the first iteration the last direction is that of another solve, maybe of another step.
    const px = keep === 0 ? 0 : keep * p[i];
    const py = keep === 0 ? 0 : keep * p[i + 1];
    const pz = keep === 0 ? 0 : keep * p[i + 2];
    p[i] = m[j] * x + m[j + 1] * y + m[j + 2] * z + px;
    p[i + 1] = m[j + 1] * x + m[j + 3] * y + m[j + 4] * z + py;
    p[i + 2] = m[j + 2] * x + m[j + 4] * y + m[j + 5] * z + pz;
  }
}

function multiplyAll(context: Context, begin: number, end: number): void {
  const { tetCount } = context.world;
  const { direction } = context.state;
  if (begin < tetCount) multiplyElements(context, begin, Math.min(end, tetCount), direction);
  if (end > tetCount) multiplySprings(context, Math.max(0, begin - tetCount), end - tetCount, direction);
}

function multiplyContacts({ world, state }: Context, begin: number, end: number): void {
  for (let i = begin; i < end; i++) multiplyContact(state, contactAt(world, state, i), state.direction);
}

/** Completes the product of system and direction, and sums up direction . product. (Held vertices have a direction of 0.) */
function addUpProducts(context: Context, begin: number, end: number): void {
  const { direction: p, product: y, vertexBlocks: b, linearSums } = context.state;
  gatherForces(context, begin, end, y);
  let sum = 0;
  for (let v = begin; v < end; v++) {
    const i = 3 * v;
    const j = 6 * v;
    y[i] += b[j] * p[i] + b[j + 1] * p[i + 1] + b[j + 2] * p[i + 2];
    y[i + 1] += b[j + 1] * p[i] + b[j + 3] * p[i + 1] + b[j + 4] * p[i + 2];
    y[i + 2] += b[j + 2] * p[i] + b[j + 4] * p[i + 1] + b[j + 5] * p[i + 2];
    sum += p[i] * y[i] + p[i + 1] * y[i + 1] + p[i + 2] * y[i + 2];
  }
  linearSums[begin / SUM_CHUNK] = sum;
}

function findStep(context: Context): void {
  const { linearSolve: words, counters } = context.state;
  const curvature = total(context);
  // Rounding may leave no curvature near the solution; then the search ends. A curvature that is no number must reach the positions.
  words[LINEAR.step] = curvature <= 0 ? 0 : words[LINEAR.norm] / curvature;
  counters[COUNTERS.linearIterations]++;
}

/** Moves the solution along the search direction, and updates the residual and its norm. */
function moveSolution(context: Context, begin: number, end: number): void {
  const { solution: d, residual: r, direction: p, product: y, linearSolve, linearSums } = context.state;
  const step = linearSolve[LINEAR.step];
  for (let i = 3 * begin; i < 3 * end; i++) {
    d[i] += step * p[i];
    r[i] -= step * y[i];
  }
  linearSums[begin / SUM_CHUNK] = preconditionedNorm(context, r, begin, end);
}

function findKeep(context: Context): void {
  const { state, parameters } = context;
  const { linearSolve: words } = state;
  const norm = total(context);
  const { linearTolerance } = parameters;
  // Slope and curvature are the same sum if the solve starts at 0. Otherwise findSlope computes the slope (ENDING).
  words[LINEAR.curvature] += words[LINEAR.step] * words[LINEAR.norm];
  words[LINEAR.slope] = words[LINEAR.curvature];
  words[LINEAR.keep] = norm / words[LINEAR.norm];
  words[LINEAR.norm] = norm;
  if (norm <= linearTolerance * linearTolerance * words[LINEAR.normAtStart] || words[LINEAR.step] === 0)
    words[LINEAR.isDone] = 1;
}
