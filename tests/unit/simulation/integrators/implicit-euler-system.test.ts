import { describe, expect, test } from 'vitest';
import { displacementsOf } from '../../../../src/simulation/constraints/elastic/displacements.ts';
import { multiplyContact, writeTerms } from '../../../../src/simulation/integrators/implicit-euler/contact-terms.ts';
import { addRemainders, multiplyElements } from '../../../../src/simulation/integrators/implicit-euler/elements.ts';
import { addGasRemainders } from '../../../../src/simulation/integrators/implicit-euler/gas.ts';
import { addSpringRemainders, multiplySprings } from '../../../../src/simulation/integrators/implicit-euler/springs.ts';
import { predictWithForces } from '../../../../src/simulation/integrators/implicit-euler/prediction.ts';
import { gatherElements } from '../../../../src/simulation/integrators/implicit-euler/vertices.ts';
import { STEP_LENGTHS } from '../../../../src/simulation/integrators/implicit-euler/words.ts';
import type { SimulationParameters } from '../../../../src/simulation/parameters.ts';
import type { Context } from '../../../../src/simulation/program/stage.ts';
import { CONTACT, CONTACT_KINDS } from '../../../../src/simulation/state.ts';
import { runInRanges } from '../../../fixtures/stages.ts';
import { assemble, CASES, DT, energyOf, makeContext, productOf, STIFFNESS } from './implicit-euler-energy.ts';

describe.each(CASES)('the system of %s', (_, given) => {
  test('has the energy’s derivative as its residual', () => {
    const context = makeContext(1, given);
    assemble(context);
    const { state, world } = context;
    const u = Float64Array.from(displacementsOf(state));
    const largest = Math.max(...state.residual.map(Math.abs));
    const h = 1e-6;
    for (let i = 0; i < 3 * world.vertexCount; i++) {
      const kept = u[i];
      u[i] = kept + h;
      const above = energyOf(context, u);
      u[i] = kept - h;
      const below = energyOf(context, u);
      u[i] = kept;
      expect(Math.abs(state.residual[i] + (above - below) / (2 * h)) / largest, `number ${i}`).toBeLessThan(2e-4);
    }
    // The contact and the ground act.
    expect(state.contactTerms[0]).toBeGreaterThan(0);
  });

  test('is symmetric, and says with its remainders what the energy does along a line', () => {
    const context = makeContext(2, given);
    const { state, world } = context;
    const d = state.solution.slice();
    assemble(context);
    state.solution.set(d); // which the system begins with 0
    const product = productOf(context, d);
    const other = productOf(context, state.freeMoves);
    const dot = (a: ArrayLike<number>, b: ArrayLike<number>) => Array.from(a).reduce((sum, x, i) => sum + x * b[i], 0);
    expect(dot(product, state.freeMoves) / dot(other, d)).toBeCloseTo(1, 4);
    const sums = new Float64Array(STEP_LENGTHS);
    addRemainders(context, 0, world.tetCount, sums);
    addSpringRemainders(context, 0, world.springCount, sums);
    if (given.pressure) for (let body = 0; body < world.bodies.length; body++) addGasRemainders(context, body, sums);
    const u = Float64Array.from(displacementsOf(state));
    const before = energyOf(context, u);
    const curvature = dot(product, d);
    const slope = -dot(state.residual, d);
    for (const n of [2, 4]) {
      const l = 0.5 ** n;
      const change =
        energyOf(
          context,
          u.map((x, i) => x + l * d[i]),
        ) - before;
      const said = l * slope + 0.5 * l * l * curvature + sums[n];
      expect(Math.abs(said - change) / Math.abs(curvature * l * l)).toBeLessThan(2e-3);
    }
  });
});

describe('friction of a contact', () => {
  const FRICTION = { staticFriction: 0.5, dynamicFriction: 0.3 };
  /** By how far the elements' forces would press the point beyond the contact's goal [m]. */
  const PRESSED = 0.01;
  /**
   * Force on the contact's point, and what it is computed from.
   * @param speed velocity of the point at x0 [m/s]    @param move its displacement [m]
   */
  function termsAt(speed: readonly number[], move: readonly number[] = [0, 0, 0], pressed = PRESSED) {
    const context = makeContext(3, FRICTION);
    const { state, scratch } = context;
    const point = 3 * state.contacts.u32[CONTACT.vertices];
    for (const moves of [displacementsOf(state), state.positionsT0, state.predictedMoves, state.forcedMoves])
      moves.fill(0);
    displacementsOf(state).set(move, point);
    state.contacts.f32[CONTACT.offset] = 0;
    const pressing = NORMAL.map((x) => -pressed * x);
    state.predictedMoves.set(pressing, point);
    state.forcedMoves.set(pressing, point);
    state.velocitiesT0.set(speed, point);
    writeTerms(scratch.implicitEuler.terms, context, 0);
    const [along, across, ...force] = state.contactTerms;
    return { along, across, force: force.slice(0, 3), load: (along * PRESSED) / (1 + STIFFNESS), context, point };
  }
  const NORMAL = [0, 0.8, 0.6];
  const ACROSS = [1, 0, 0];
  const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, x, k) => sum + x * b[k], 0);
  const slideOf = (move: number) => ACROSS.map((x) => (x * move) / DT);

  test('sticks by a bond whose force is its energy’s derivative, while inside the static cone', () => {
    // The bond's force at a velocity: across * DT * velocity. It may be up to half of the load.
    const most = (FRICTION.staticFriction * PRESSED) / (1 + STIFFNESS);
    const { along, across, force } = termsAt(
      slideOf(0.99 * most),
      ACROSS.map((x) => 1e-5 * x),
    );
    expect(along).toBeGreaterThan(0);
    expect(across / along).toBeCloseTo(1, 6);
    expect(dot(force, ACROSS) / (across * 1e-5)).toBeCloseTo(1, 4);
    expect(termsAt(slideOf(1.01 * most)).across / along).toBeLessThan(0.7);
  });

  test('slides with the dynamic share of the load, against the motion', () => {
    const { force, load } = termsAt(
      slideOf(0.003),
      ACROSS.map((x) => 0.003 * x),
    );
    expect(dot(force, ACROSS) / (0.3 * load)).toBeCloseTo(1, 4);
    const pushed = termsAt(
      slideOf(0.003),
      NORMAL.map((x) => -0.002 * x),
    );
    expect(dot(pushed.force, NORMAL) / (pushed.along * -0.002)).toBeCloseTo(1, 4);
  });

  test('has a quadratic energy that lies above Coulomb’s, and touches it where the point is', () => {
    const moved = 0.003;
    const { along, across, force, load, context, point } = termsAt(
      slideOf(moved),
      ACROSS.map((x) => moved * x),
    );
    const coulomb = (slide: number) => 0.3 * load * Math.abs(slide);
    for (const slide of [-0.01, -0.003, 0, 0.001, 0.003, 0.02]) {
      const d = slide - moved;
      const quadratic = coulomb(moved) + dot(force, ACROSS) * d + 0.5 * across * d * d;
      expect(quadratic - coulomb(slide)).toBeGreaterThan(-1e-9 * along);
    }
    const direction = new Float32Array(context.state.direction.length);
    direction.set(ACROSS, point);
    multiplyContact(context.state, 0, direction);
    expect(context.state.contactTerms[2] / across).toBeCloseTo(1, 6);
  });

  test('a point that comes straight along a slanting normal does not slide', () => {
    const { along, across } = termsAt(NORMAL.map((x) => -300 * x));
    expect(across).toBe(along);
  });

  test('a point that is predicted to leave has no force', () => {
    expect(termsAt(ACROSS, ACROSS, -0.02)).toMatchObject({ along: 0, across: 0, force: [0, 0, 0] });
  });
});

test.each<Partial<SimulationParameters>>([{}, { material: 'mass-spring' }, { pressure: 2e4 }])(
  'the prediction is the first iteration of block Jacobi without contacts: %j',
  (given) => {
    const context = makeContext(5, given);
    const { state, world } = context;
    state.contacts.u32[CONTACT.kind] = CONTACT_KINDS.none;
    for (let i = 1; i < state.positions.length; i += 3) {
      state.positions[i] += 1;
      state.positionsT0[i] += 1;
    }
    const still = 3 * world.bodies[1].vertexBase;
    state.inverseMasses[still / 3] = 0;
    // It starts at x0, with the displacements of inertia as free ones.
    displacementsOf(state).fill(0);
    state.remaindersT0.fill(0);
    const free = Float64Array.from(state.positions, (x, i) => x - state.positionsT0[i]);
    runInRanges(predictWithForces, context);
    // The preconditioner leaves the gas's Hessian out.
    state.gasTerms.fill(0);
    const atStart = Float64Array.from(state.freeMoves);
    const h = 1e-5;
    const along = (i: number, d: number) => {
      const u = atStart.slice();
      u[i] += d;
      return energyOf(context, u);
    };
    for (let v = 0; v < world.vertexCount; v++) {
      const rows = [0, 1, 2].map((k) => 3 * v + k);
      if (3 * v === still) {
        for (const i of rows) expect(state.predictedMoves[i]).toBe(state.freeMoves[i]);
        continue;
      }
      const inertia = 1 / (state.inverseMasses[v] * DT * DT);
      // The energy's gradient at the inertial motion is that of the elements' forces, if the ground is far away.
      const forces = rows.map((i) => (along(i, h) - along(i, -h)) / (2 * h));
      for (const [k, i] of rows.entries()) {
        expect(state.freeMoves[i]).toBeCloseTo(free[i], 6);
        expect(Math.abs(state.freeMoves[i] - forces[k] / inertia - state.forcedMoves[i])).toBeLessThan(2e-5);
      }
      const unit = (k: number) => Float32Array.from(free, (_, i) => Number(i === 3 * v + k));
      const block = [0, 1, 2].map((k) => hessianTimes(context, unit(k)).slice(3 * v, 3 * v + 3));
      for (const [k, i] of rows.entries()) {
        const moved = rows.map((j) => state.predictedMoves[j] - state.freeMoves[j]);
        const product = moved.reduce((sum, m, j) => sum + m * (block[j][k] + (j === k ? inertia : 0)), 0);
        expect(Math.abs(product + forces[k]) / inertia, `number ${i}`).toBeLessThan(2e-5);
      }
      for (const i of rows) expect(state.positions[i]).toBeCloseTo(state.positionsT0[i] + state.predictedMoves[i], 6);
    }
  },
);

/** Returns the elements' and the gas's Hessians times a direction [N]. */
function hessianTimes(context: Context, p: Float32Array): Float32Array {
  const { world, state } = context;
  const out = new Float32Array(p.length);
  state.direction.set(p);
  const kept = [state.elementForces.slice(), state.springForces.slice()];
  multiplyElements(context, 0, world.tetCount, p);
  multiplySprings(context, 0, world.springCount, p);
  gatherElements(context, 0, world.vertexCount, out);
  state.elementForces.set(kept[0]);
  state.springForces.set(kept[1]);
  return out;
}
