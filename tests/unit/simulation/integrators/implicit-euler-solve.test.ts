import { describe, expect, test } from 'vitest';
import { displacementsOf } from '../../../../src/simulation/constraints/elastic/displacements.ts';
import { solveLinear } from '../../../../src/simulation/integrators/implicit-euler/conjugate-gradients.ts';
import { listContacts } from '../../../../src/simulation/integrators/implicit-euler/contact-lists.ts';
import { HESSIAN_LENGTH } from '../../../../src/simulation/integrators/implicit-euler/element.ts';
import { moveAlong } from '../../../../src/simulation/integrators/implicit-euler/line-search.ts';
import { beginSolve, endSolve } from '../../../../src/simulation/integrators/implicit-euler/motion.ts';
import { predictWithForces } from '../../../../src/simulation/integrators/implicit-euler/prediction.ts';
import { CONTACT_TERM } from '../../../../src/simulation/integrators/implicit-euler/words.ts';
import type { Context } from '../../../../src/simulation/program/stage.ts';
import { CONTACT, COUNTERS, SUM_CHUNK } from '../../../../src/simulation/state.ts';
import { runInRanges } from '../../../fixtures/stages.ts';
import { assemble, CASES, DT, energyOf, makeContext, STIFFNESS } from './implicit-euler-energy.ts';

/** A square matrix of float64 numbers. */
type Matrix = readonly Float64Array[];

/**
 * Assembles the system that a solve never assembles: from the elements' stored Hessians and the contacts' stored stiffnesses,
 * with mass, ground and gas computed here. Nothing moves at x0, so that friction sticks wherever the forces at x0 press.
 */
function systemOf(context: Context): Matrix {
  const { world, state, parameters } = context;
  const system = Array.from({ length: 3 * world.vertexCount }, () => new Float64Array(3 * world.vertexCount));
  /** Adds a block between two vertices. */
  const add = (v: number, w: number, block: (r: number, s: number) => number) => {
    for (let r = 0; r < 3; r++) for (let s = 0; s < 3; s++) system[3 * v + r][3 * w + s] += block(r, s);
  };
  for (let v = 0; v < world.vertexCount; v++) {
    const inertia = 1 / state.inverseMasses[v] / DT ** 2;
    const isBelow = state.positionsT0[3 * v + 1] + state.predictedMoves[3 * v + 1] < 0;
    const isPressed = state.positionsT0[3 * v + 1] + state.forcedMoves[3 * v + 1] < 0;
    const sticks = parameters.staticFriction > 0 && isPressed;
    add(v, v, (r, s) => (r === s ? inertia * (isBelow && (r === 1 || sticks) ? 1 + STIFFNESS : 1) : 0));
  }
  for (const { model, vertexBase, tetBase, springBase } of world.bodies) {
    const { elasticTets, springs } = world.models[model];
    if (parameters.material === 'mass-spring')
      for (let k = 0; k < springs.restLengths.length; k++) {
        const ends = [0, 1].map((end) => vertexBase + springs.vertices[2 * k + end]);
        const h = state.springHessians.subarray(6 * (springBase + k));
        const block = (r: number, s: number) => h[upper(3, r, s)];
        for (const [i, v] of ends.entries())
          for (const [j, w] of ends.entries()) add(v, w, (r, s) => (i === j ? 1 : -1) * block(r, s));
      }
    else
      for (let t = 0; t < elasticTets.restVolumes.length; t++) {
        const corners = [0, 1, 2, 3].map((c) => vertexBase + elasticTets.vertices[4 * t + c]);
        const h = state.elementHessians.subarray(HESSIAN_LENGTH * (tetBase + t));
        // An edge is a corner less corner 0.
        for (let e = 0; e < 3; e++)
          for (let f = 0; f < 3; f++)
            for (const [v, signV] of [[corners[e + 1], 1] as const, [corners[0], -1] as const])
              for (const [w, signW] of [[corners[f + 1], 1] as const, [corners[0], -1] as const])
                add(v, w, (r, s) => signV * signW * h[upper(9, 3 * e + r, 3 * f + s)]);
      }
  }
  for (let c = 0; c < state.counters[COUNTERS.queries]; c++) {
    const at = CONTACT.stride * c;
    const { f32, u32 } = state.contacts;
    const [along, across] = [CONTACT_TERM.normal, CONTACT_TERM.tangent].map(
      (term) => state.contactTerms[CONTACT_TERM.stride * c + term],
    );
    for (let i = 0; i < u32[at + CONTACT.count]; i++)
      for (let j = 0; j < u32[at + CONTACT.count]; j++) {
        const weight = f32[at + CONTACT.weights + i] * f32[at + CONTACT.weights + j];
        const n = f32.subarray(at + CONTACT.normal);
        add(
          u32[at + CONTACT.vertices + i],
          u32[at + CONTACT.vertices + j],
          (r, s) => weight * ((along - across) * n[r] * n[s] + (r === s ? across : 0)),
        );
      }
  }
  if (parameters.pressure > 0) for (let body = 0; body < world.bodies.length; body++) addGas(context, body, system);
  return system;
}

/** Adds p / V times g g^T to the system, with g the derivative of a body's volume V, and p its pressure. */
function addGas({ world, state, parameters }: Context, body: number, system: Matrix): void {
  const { model, vertexBase } = world.bodies[body];
  const { vertices, restVolumes } = world.models[model].elasticTets;
  const gradient = new Float64Array(system.length);
  let volume = 0;
  for (let t = 0; t < restVolumes.length; t++) {
    const [a, ...others] = [0, 1, 2, 3].map((c) => vertexBase + vertices[4 * t + c]);
    const edges = others.map((v) => [0, 1, 2].map((k) => state.positions[3 * v + k] - state.positions[3 * a + k]));
    for (const [e, v] of others.entries()) {
      const [x, y] = [edges[(e + 1) % 3], edges[(e + 2) % 3]];
      for (let k = 0; k < 3; k++) {
        const part = (x[(k + 1) % 3] * y[(k + 2) % 3] - x[(k + 2) % 3] * y[(k + 1) % 3]) / 6;
        gradient[3 * v + k] += part;
        gradient[3 * a + k] -= part;
        if (e === 0) volume += part * edges[0][k];
      }
    }
  }
  const restVolume = restVolumes.reduce((sum, x) => sum + x, 0);
  const stiffness = (parameters.pressure * restVolume) / volume ** 2;
  for (const [i, row] of system.entries())
    for (let j = 0; j < row.length; j++) row[j] += stiffness * gradient[i] * gradient[j];
}

/** Index of element (r, s) of a symmetric matrix in its upper triangle, which is stored row by row. */
function upper(size: number, r: number, s: number): number {
  const [row, column] = r <= s ? [r, s] : [s, r];
  return row * size - (row * (row + 1)) / 2 + column;
}

const largestOf = (numbers: ArrayLike<number>) =>
  Array.from(numbers).reduce((most, x) => Math.max(most, Math.abs(x)), 0);

/** Cases without gas, whose Hessian the preconditioner leaves out. */
const WITHOUT_GAS = CASES.filter(([, { pressure = 0 }]) => pressure === 0);
const WITH_FRICTION = ['tetrahedra with friction', { staticFriction: 0.5, dynamicFriction: 0.3 }] as const;

test.each([...WITHOUT_GAS, WITH_FRICTION])(
  'the preconditioner is the inverse of each vertex’s block of the system: %s',
  (_, given) => {
    const context = makeContext(6, given, { contacts: 7 });
    assemble(context);
    const { state, world } = context;
    const system = systemOf(context);
    for (let v = 0; v < world.vertexCount; v++) {
      const m = state.preconditioner.subarray(6 * v);
      for (let r = 0; r < 3; r++)
        for (let s = 0; s < 3; s++) {
          const product = [0, 1, 2].reduce((sum, k) => sum + m[upper(3, r, k)] * system[3 * v + k][3 * v + s], 0);
          expect(Math.abs(product - (r === s ? 1 : 0)), `vertex ${v}, ${r} ${s}`).toBeLessThan(1e-4);
        }
    }
    // Some vertices have a contact and are in the ground, others have several contacts.
    const acting = Array.from({ length: 7 }, (_, c) => state.contactTerms[CONTACT_TERM.stride * c] > 0);
    expect(acting.filter(Boolean).length).toBeGreaterThan(3);
    const isBelow = (v: number) => state.positionsT0[3 * v + 1] + state.predictedMoves[3 * v + 1] < 0;
    const contactsOf = (v: number) => state.contactRanges[2 * v + 1] - state.contactRanges[2 * v];
    const vertices = Array.from({ length: world.vertexCount }, (_, v) => v);
    expect(vertices.some((v) => isBelow(v) && contactsOf(v) > 0)).toBe(true);
    expect(vertices.some((v) => contactsOf(v) > 1)).toBe(true);
  },
);

test.each(CASES)(
  'a solve leaves the residual -g - H d, of the energy’s derivative g, the system H and the solution d: %s',
  (_, given) => {
    const context = makeContext(7, { ...given, linearIterations: 2, linearTolerance: 1e-7 }, { contacts: 3 });
    const { state } = context;
    const u = Float64Array.from(displacementsOf(state));
    const h = 1e-6;
    const gradient = u.map((kept, i) => {
      u[i] = kept + h;
      const above = energyOf(context, u);
      u[i] = kept - h;
      const below = energyOf(context, u);
      u[i] = kept;
      return (above - below) / (2 * h);
    });
    runInRanges(solveLinear, context);
    expect(state.counters[COUNTERS.linearIterations]).toBe(2);
    const system = systemOf(context);
    const expected = system.map((row, i) => row.reduce((sum, x, j) => sum - x * state.solution[j], -gradient[i]));
    const scale = largestOf(gradient);
    for (const [i, x] of expected.entries())
      expect(Math.abs(state.residual[i] - x) / scale, `number ${i}`).toBeLessThan(1e-6);
    // It isn't solved yet, so that there is something to compare.
    expect(largestOf(expected) / scale).toBeGreaterThan(0.01);
    expect(largestOf(expected) / scale).toBeLessThan(0.7);
  },
);

/** Stages of a step by Newton's method with two solves, and their arguments. */
const STEP = [
  [predictWithForces, 0],
  [listContacts, 0],
  [beginSolve, 0],
  [solveLinear, 0],
  [moveAlong, 0],
  [solveLinear, 1],
  [moveAlong, 1],
  [endSolve, 1],
] as const;

describe.each([1, 2 * SUM_CHUNK + 50])('with %d contacts', (contacts) => {
  test.each(CASES)('the same bits come for any number of workers: %s', (_, given) => {
    const bits = [Infinity, 1].map((size) => {
      const parameters = { ...given, solver: 'newton', linearIterations: 20, linearTolerance: 1e-6 } as const;
      const context = makeContext(4, parameters, { contacts, cells: [5, 7, 5] });
      const { state, world } = context;
      // Several chunks of everything.
      expect(world.vertexCount).toBeGreaterThan(2 * SUM_CHUNK);
      for (const [stage, argument] of STEP) runInRanges(stage, { ...context, argument }, size, size === 1);
      expect(state.counters[COUNTERS.linearSolves]).toBe(2);
      expect(state.positions.every(Number.isFinite)).toBe(true);
      const acting = state.contactTerms.filter((x, i) => i % CONTACT_TERM.stride === CONTACT_TERM.normal && x > 0);
      expect(acting.length).toBeGreaterThanOrEqual(contacts / 4);
      const { positions, remainders, predictedMoves, forcedMoves } = state;
      return [positions, remainders, predictedMoves, forcedMoves].map((array) => new Uint32Array(array.slice().buffer));
    });
    expect(bits[1]).toEqual(bits[0]);
  });
});
