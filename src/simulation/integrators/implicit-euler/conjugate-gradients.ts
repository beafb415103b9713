import type { Context, Stage } from '../../program/stage.ts';
import { COUNTERS, SUM_CHUNK } from '../../state.ts';
import { contactAt, contactCount, multiplyContact, writeTerms } from './contact-terms.ts';
import { multiplyElements } from './elements.ts';
import { multiplyGases } from './gas.ts';
import { ELEMENT_PHASES, elementCount, gasCount, type Phase, stageOf, together, vertexCount } from './phases.ts';
import { multiplySprings } from './springs.ts';
import { LINEAR } from './words.ts';
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

const setupOf = ({ argument }: Context) => (argument === 0 ? FIRST_SETUP : LATER_SETUP);

/** Phases of a solve that is done: there is nothing left in them. */
const NOTHING: Phase = { count: () => 0, run() {} };

function phaseAt(context: Context, phase: number): Phase {
  const setup = setupOf(context);
  if (phase < setup.length) return setup[phase];
  if (context.state.linearSolve[LINEAR.isDone] === 1) return NOTHING;
  return ITERATION[(phase - setup.length) % ITERATION.length];
}

/**
 * Solves one linear system of an implicit Euler step by conjugate gradients with a block Jacobi preconditioner: H d = -g, with g and H the
 * gradient and the projected Hessian of the step's energy at the current displacements (docs/method.md). The argument is 0 in the step's first
 * solve. The system is never assembled: each element multiplies its own Hessian, and each vertex adds up the results in a fixed order. Dot
 * products are summed per chunk of vertices, then in the order of chunks. So the bits are the same for any number of workers.
 * Source: Baraff, Witkin 1998; Shewchuk 1994, section B3.
 */
export const solveLinear: Stage = stageOf(
  (context) => setupOf(context).length + context.parameters.linearIterations * ITERATION.length,
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
 * Sums the norms of the residual where the first solve starts, and of that at rest, at x0, which is larger by the system's product with the
 * inertial motion. The latter is what the residual has to shrink from: in free fall there is nothing but rounding at the start.
 */
function sumReference(context: Context, begin: number, end: number): void {
  const { linearSums, residual, product: y } = context.state;
  const chunk = begin / SUM_CHUNK;
  linearSums[chunk] = preconditionedNorm(context, residual, begin, end);
  for (let i = 3 * begin; i < 3 * end; i++) y[i] += residual[i];
  linearSums[chunkCount(context) + chunk] = preconditionedNorm(context, y, begin, end);
}

const chunkCount = ({ world }: Context): number => Math.ceil(world.vertexCount / SUM_CHUNK);

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

/** Returns the sum of all vertices' chunks. @param first number of sums before theirs */
function total(context: Context, first = 0): number {
  const { linearSums } = context.state;
  const count = chunkCount(context);
  let sum = 0;
  for (let chunk = 0; chunk < count; chunk++) sum += linearSums[first + chunk];
  return sum;
}

/** Begins the search, unless Newton's method has converged. */
function beginSearch(context: Context): void {
  const { state, argument, parameters } = context;
  const { linearSolve: words, counters } = state;
  const norm = total(context);
  if (argument === 0) words[LINEAR.normOfStep] = total(context, chunkCount(context));
  words[LINEAR.normAtStart] = argument === 0 ? words[LINEAR.normOfStep] : norm;
  words[LINEAR.norm] = norm;
  words[LINEAR.keep] = 0;
  words[LINEAR.decrement] = 0;
  const least = argument === 0 ? 0 : parameters.newtonTolerance * parameters.newtonTolerance;
  // A norm that is no number must reach the positions, where it is reported.
  words[LINEAR.isDone] = norm <= least * words[LINEAR.normOfStep] ? 1 : 0;
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
  words[LINEAR.decrement] += words[LINEAR.step] * words[LINEAR.norm];
  words[LINEAR.keep] = norm / words[LINEAR.norm];
  words[LINEAR.norm] = norm;
  if (norm <= linearTolerance * linearTolerance * words[LINEAR.normAtStart] || words[LINEAR.step] === 0)
    words[LINEAR.isDone] = 1;
}
