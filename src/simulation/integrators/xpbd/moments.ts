import type { Context, Stage } from '../../program/stage.ts';
import { firstChunk, INERTIA, inertiaCount, SPIN, SUM_CHUNK, type State } from '../../state.ts';
import { vertexEnd, type World } from '../../world/world.ts';
import type { MomentScratch } from './scratch.ts';

/**
 * Restores the angular momentum that each free body has lost in the step. A body is free if none of its vertices is held in place
 * (inverse mass 0).
 *
 * Reason: let x0 be a vertex's position at the step's start, x its position at the end, and f the product of an impulse on the vertex and
 * dt. After convergence, XPBD's impulses are those of the stress at the positions x, so their moments cross(x, f) add up to 0 over a body.
 * But the body's angular momentum changes by the sum of cross(x0, f) / dt, which isn't 0. So, as in every implicit Euler step, a body that
 * spins at rate w loses the share (w dt)^2 of its angular momentum. (Before convergence the moments cross(x, f) don't cancel out either.
 * The sum of the moments about x0 contains this error, too.)
 *
 * Method: sum the moments cross(x0, f) of the step's impulses, per body. Tetrahedra and contacts have added theirs to the array `moments`.
 * The moments of springs are computed here: a vertex's impulse by springs, times dt, is its mass times `materialMoves`. Each free body
 * then gets the rigid spin whose angular momentum balances the sum. The spin changes neither the body's linear momentum nor its shape.
 * If a vertex is held, its holder takes up the moments, so the body gets no spin.
 *
 * What a collider turns back isn't lost: where a body lies on a floor, the solver's impulses turn it a little in each step, and the floor turns it back. Then the sum is large though the body
 * hardly turns, and a spin by it would be energy from nowhere (a hard box at rest had 1.7 mJ). The true loss is the share (w dt)^2, so a body that touches a collider gets back at most
 * TOUCHING_SHARE of the angular momentum that it has.
 *
 * Limit: a body of several unconnected pieces is treated as one rigid body. Its total angular momentum is restored, but not that of
 * each piece. The same applies to a body like a slack string, whose parts turn almost independently.
 *
 * The stage has three phases, so that several workers can share one large body: inertia per chunk of SUM_CHUNK vertices; spin per body;
 * velocities per chunk. Sums run in the order of vertices and chunks, for any number of workers.
 */
export const moments: Stage = {
  phases: () => PHASES.length,
  count: ({ world }, phase) => (phase === 1 ? world.bodies.length : inertiaCount(world)),
  run(context, begin, end, phase) {
    for (let i = begin; i < end; i++) PHASES[phase](context.scratch.moments, context, i);
  },
  // A worker takes 16 elements at a time: chunks of vertices, at about 2 us each, or bodies.
  chunk: 16,
};
const PHASES = [addUpChunk, findSpin, spinChunk];

/**
 * Smallest moment of inertia that counts, as a share of the inertia tensor's trace: solveInertia replaces smaller pivots by this. In
 * float32, moments are accurate to about 1e-7 of the trace, so the inverse of a smaller moment would be noise. A rod 1000 times as long
 * as thick has this moment about its axis. A thinner rod gets its spin back only about axes perpendicular to the rod.
 */
export const LEAST_INERTIA = 1e-6;
/** Greatest share of its angular momentum that a body gets back in a step in which it touches a collider: the loss of a body that turns by 0.3 rad in it. */
export const TOUCHING_SHARE = 0.1;

/** Finds a chunk's body by bisection, and the range of the chunk's vertices. Writes both to scratch.range. */
function lookUpChunk(scratch: MomentScratch, world: World, chunk: number): void {
  const { range } = scratch;
  const { bodies } = world;
  let body = 0;
  for (let end = bodies.length; end - body > 1; ) {
    const midBody = (body + end) >> 1;
    if (firstChunk(bodies[midBody].vertexBase, midBody) <= chunk) body = midBody;
    else end = midBody;
  }
  const { vertexBase } = bodies[body];
  const end = vertexEnd(world, body);
  const first = Math.min(end, vertexBase + SUM_CHUNK * (chunk - firstChunk(vertexBase, body)));
  range[0] = body;
  range[1] = first;
  range[2] = Math.min(end, first + SUM_CHUNK);
}

/**
 * Writes the INERTIA record of a chunk of vertices: sums over these vertices. If a vertex is held, only sets `anyHeld`, since the body then
 * gets no spin.
 */
function addUpChunk(scratch: MomentScratch, { world, state }: Context, chunk: number): void {
  const { range } = scratch;
  const { positions, positionsT0, velocities, inverseMasses, moments, materialMoves, inertias, colliderImpulses } =
    state;
  const at = INERTIA.stride * chunk;
  inertias.fill(0, at, at + INERTIA.stride);
  lookUpChunk(scratch, world, chunk);
  const body = range[0];
  const first = range[1];
  const end = range[2];
  const base = 3 * world.bodies[body].vertexBase;
  let mass = 0;
  let cx = 0;
  let cy = 0;
  let cz = 0;
  for (let v = first; v < end; v++) {
    if (inverseMasses[v] === 0) {
      inertias[at + INERTIA.anyHeld] = 1;
      return;
    }
    const m = 1 / inverseMasses[v];
    mass += m;
    cx += m * (positions[3 * v] - positions[base]);
    cy += m * (positions[3 * v + 1] - positions[base + 1]);
    cz += m * (positions[3 * v + 2] - positions[base + 2]);
  }
  if (mass === 0) return;
  cx /= mass;
  cy /= mass;
  cz /= mass;
  inertias[at + INERTIA.mass] = mass;
  inertias[at + INERTIA.centre] = cx;
  inertias[at + INERTIA.centre + 1] = cy;
  inertias[at + INERTIA.centre + 2] = cz;
  for (let v = first; v < end; v++) {
    const i = 3 * v;
    const x = positions[i] - positions[base] - cx;
    const y = positions[i + 1] - positions[base + 1] - cy;
    const z = positions[i + 2] - positions[base + 2] - cz;
    const m = 1 / inverseMasses[v];
    addMoments(inertias, at, m, x, y, z);
    if (colliderImpulses[4 * v + 3] !== 0) inertias[at + INERTIA.touches] = 1;
    addMomentum(inertias, at, x, y, z, m * velocities[i], m * velocities[i + 1], m * velocities[i + 2]);
    // r: position at the step's start, relative to that of the body's first vertex. u: displacement by springs.
    const rx = positionsT0[i] - positionsT0[base];
    const ry = positionsT0[i + 1] - positionsT0[base + 1];
    const rz = positionsT0[i + 2] - positionsT0[base + 2];
    const ux = materialMoves[i];
    const uy = materialMoves[i + 1];
    const uz = materialMoves[i + 2];
    inertias[at + INERTIA.momentumError] += moments[i] + m * (ry * uz - rz * uy);
    inertias[at + INERTIA.momentumError + 1] += moments[i + 1] + m * (rz * ux - rx * uz);
    inertias[at + INERTIA.momentumError + 2] += moments[i + 2] + m * (rx * uy - ry * ux);
  }
}

/** Adds the second moments of a point mass at (x, y, z) to the INERTIA record sums[at ..]. */
function addMoments(sums: Float64Array, at: number, mass: number, x: number, y: number, z: number): void {
  sums[at + INERTIA.squares] += mass * x * x;
  sums[at + INERTIA.squares + 1] += mass * y * y;
  sums[at + INERTIA.squares + 2] += mass * z * z;
  sums[at + INERTIA.products] += mass * y * z;
  sums[at + INERTIA.products + 1] += mass * z * x;
  sums[at + INERTIA.products + 2] += mass * x * y;
}

/** Adds the momentum (px, py, pz) of a point at (x, y, z) to the INERTIA record sums[at ..], and its moment. */
function addMomentum(
  sums: Float64Array,
  at: number,
  x: number,
  y: number,
  z: number,
  px: number,
  py: number,
  pz: number,
): void {
  sums[at + INERTIA.linear] += px;
  sums[at + INERTIA.linear + 1] += py;
  sums[at + INERTIA.linear + 2] += pz;
  sums[at + INERTIA.angular] += y * pz - z * py;
  sums[at + INERTIA.angular + 1] += z * px - x * pz;
  sums[at + INERTIA.angular + 2] += x * py - y * px;
}

/** Writes the spin whose angular momentum balances the moments of the step's impulses on a body; 0 if a vertex is held. */
function findSpin(scratch: MomentScratch, { world, state, parameters }: Context, body: number): void {
  const { total } = scratch;
  const { inertias, spins } = state;
  const at = SPIN.stride * body;
  spins.fill(0, at, at + SPIN.stride);
  const begin = INERTIA.stride * firstChunk(world.bodies[body].vertexBase, body);
  const end = INERTIA.stride * firstChunk(vertexEnd(world, body), body + 1);
  if (!addUpBody(scratch, inertias, begin, end)) return;
  for (let k = 0; k < 3; k++) spins[at + SPIN.centre + k] = total[INERTIA.centre + k];
  solveInertia(scratch, spins, at, -shareGivenBack(total, parameters.timeStep) / parameters.timeStep);
}

/** The share of the moments that a body gets back: all, unless it touches a collider. */
function shareGivenBack(total: Float64Array, timeStep: number): number {
  if (total[INERTIA.touches] === 0) return 1;
  const error = lengthAt(total, INERTIA.momentumError);
  const most = TOUCHING_SHARE * timeStep * lengthAt(total, INERTIA.angular);
  return error > most ? most / error : 1;
}

const lengthAt = (x: Float64Array, at: number): number =>
  Math.sqrt(x[at] * x[at] + x[at + 1] * x[at + 1] + x[at + 2] * x[at + 2]);

/**
 * Adds up the INERTIA records of a body's chunks, about the body's centre of mass. Writes the sum to scratch.total.
 * @returns false if a vertex is held or the body's mass is 0
 */
function addUpBody(scratch: MomentScratch, inertias: Float64Array, begin: number, end: number): boolean {
  const { total } = scratch;
  total.fill(0);
  for (let i = begin; i < end; i += INERTIA.stride) {
    if (inertias[i + INERTIA.anyHeld] > 0) return false;
    const mass = inertias[i + INERTIA.mass];
    total[INERTIA.mass] += mass;
    total[INERTIA.touches] += inertias[i + INERTIA.touches];
    for (let k = 0; k < 3; k++) total[INERTIA.centre + k] += mass * inertias[i + INERTIA.centre + k];
  }
  if (total[INERTIA.mass] === 0) return false;
  for (let k = 0; k < 3; k++) total[INERTIA.centre + k] /= total[INERTIA.mass];
  for (let i = begin; i < end; i += INERTIA.stride) {
    const x = inertias[i + INERTIA.centre] - total[INERTIA.centre];
    const y = inertias[i + INERTIA.centre + 1] - total[INERTIA.centre + 1];
    const z = inertias[i + INERTIA.centre + 2] - total[INERTIA.centre + 2];
    addMoments(total, 0, inertias[i + INERTIA.mass], x, y, z);
    const p = i + INERTIA.linear;
    addMomentum(total, 0, x, y, z, inertias[p], inertias[p + 1], inertias[p + 2]);
    for (let k = 0; k < 3; k++) {
      total[INERTIA.squares + k] += inertias[i + INERTIA.squares + k];
      total[INERTIA.products + k] += inertias[i + INERTIA.products + k];
      total[INERTIA.momentumError + k] += inertias[i + INERTIA.momentumError + k];
      total[INERTIA.angular + k] += inertias[i + INERTIA.angular + k];
    }
  }
  return true;
}

/**
 * Solves inertia tensor * spin = scale * momentumError, and writes the spin to spins[at ..]. The tensor divided by its trace is factored as
 * L D L^T, with pivots of at least LEAST_INERTIA.
 */
function solveInertia(scratch: MomentScratch, spins: Float64Array, at: number, scale: number): void {
  const { total } = scratch;
  const xx = total[INERTIA.squares];
  const yy = total[INERTIA.squares + 1];
  const zz = total[INERTIA.squares + 2];
  const trace = 2 * (xx + yy + zz);
  // A body without extent can't spin.
  if (!(trace > 0)) return;
  const share = 1 / trace;
  const ayz = -share * total[INERTIA.products];
  const azx = -share * total[INERTIA.products + 1];
  const axy = -share * total[INERTIA.products + 2];
  const d0 = Math.max(share * (yy + zz), LEAST_INERTIA);
  const l10 = axy / d0;
  const l20 = azx / d0;
  const d1 = Math.max(share * (zz + xx) - l10 * axy, LEAST_INERTIA);
  const rest = ayz - l20 * axy;
  const l21 = rest / d1;
  const d2 = Math.max(share * (xx + yy) - l20 * azx - l21 * rest, LEAST_INERTIA);
  const bx = scale * share * total[INERTIA.momentumError];
  const by = scale * share * total[INERTIA.momentumError + 1] - l10 * bx;
  const bz = scale * share * total[INERTIA.momentumError + 2] - l20 * bx - l21 * by;
  const wz = bz / d2;
  const wy = by / d1 - l21 * wz;
  spins[at] = bx / d0 - l10 * wy - l20 * wz;
  spins[at + 1] = wy;
  spins[at + 2] = wz;
}

/** Adds the velocities of a body's spin to the vertices of a chunk. */
function spinChunk(scratch: MomentScratch, { world, state }: Context, chunk: number): void {
  const { range } = scratch;
  const { positions, velocities, spins }: State = state;
  lookUpChunk(scratch, world, chunk);
  const body = range[0];
  const first = range[1];
  const end = range[2];
  const at = SPIN.stride * body;
  const wx = spins[at];
  const wy = spins[at + 1];
  const wz = spins[at + 2];
  if (wx === 0 && wy === 0 && wz === 0) return;
  const base = 3 * world.bodies[body].vertexBase;
  const cx = positions[base] + spins[at + SPIN.centre];
  const cy = positions[base + 1] + spins[at + SPIN.centre + 1];
  const cz = positions[base + 2] + spins[at + SPIN.centre + 2];
  for (let i = 3 * first; i < 3 * end; i += 3) {
    const x = positions[i] - cx;
    const y = positions[i + 1] - cy;
    const z = positions[i + 2] - cz;
    velocities[i] += wy * z - wz * y;
    velocities[i + 1] += wz * x - wx * z;
    velocities[i + 2] += wx * y - wy * x;
  }
}
