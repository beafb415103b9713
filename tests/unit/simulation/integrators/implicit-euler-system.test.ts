import { describe, expect, test } from 'vitest';
import { displacementsOf } from '../../../../src/simulation/constraints/elastic/displacements.ts';
import { findGradients } from '../../../../src/simulation/constraints/pressure/gas.ts';
import {
  multiplyContact,
  OPENING,
  writeTerms,
} from '../../../../src/simulation/integrators/implicit-euler/contact-terms.ts';
import { listContacts } from '../../../../src/simulation/integrators/implicit-euler/contact-lists.ts';
import { solveLinear } from '../../../../src/simulation/integrators/implicit-euler/conjugate-gradients.ts';
import { moveAlong } from '../../../../src/simulation/integrators/implicit-euler/line-search.ts';
import { elementEnergy, factorMetric } from '../../../../src/simulation/integrators/implicit-euler/element.ts';
import {
  addRemainders,
  loadElement,
  multiplyElements,
  setMaterial,
  writeElements,
} from '../../../../src/simulation/integrators/implicit-euler/elements.ts';
import {
  addGasRemainders,
  multiplyGases,
  writeGases,
} from '../../../../src/simulation/integrators/implicit-euler/gas.ts';
import {
  addSpringRemainders,
  multiplySprings,
  writeSprings,
} from '../../../../src/simulation/integrators/implicit-euler/springs.ts';
import { predictWithForces } from '../../../../src/simulation/integrators/implicit-euler/prediction.ts';
import {
  gatherElements,
  gatherForces,
  writeVertices,
} from '../../../../src/simulation/integrators/implicit-euler/vertices.ts';
import { STEP_LENGTHS } from '../../../../src/simulation/integrators/implicit-euler/words.ts';
import { makeModelData } from '../../../../src/simulation/model-data.ts';
import { createModel } from '../../../../src/simulation/world/create-model.ts';
import type { SimulationParameters } from '../../../../src/simulation/parameters.ts';
import type { Context } from '../../../../src/simulation/program/stage.ts';
import { CONTACT, CONTACT_KINDS, COUNTERS } from '../../../../src/simulation/state.ts';
import { seededRandom } from '../../../../src/math/random.ts';
import { contextOf, putContact, runInRanges } from '../../../fixtures/stages.ts';
import { boxMesh } from '../../mesh/box-mesh.ts';

const DT = 0.01;
/** Ground, and the penalty stiffness that a test needs to know again. */
const GROUND = { normal: [0, 1, 0] as const, offset: 0 };
const STIFFNESS = 10;

/**
 * Two boxes, one of springs in some cases, that are stretched at random: the second's first vertex is in the first's face, and some of the
 * first's vertices are below the ground.
 */
function makeContext(seed: number, given: Partial<SimulationParameters>): Context {
  const model = createModel('box', boxMesh(1, 2, 1), 1);
  const context = {
    ...contextOf([model, model], {
      integrator: 'implicit-euler',
      timeStep: DT,
      youngsModulus: 1e4,
      springStiffness: 1e4,
      density: 100,
      staticFriction: 0,
      dynamicFriction: 0,
      contactStiffness: STIFFNESS,
      planes: [GROUND],
      shifts: [
        [0, -0.01, 0],
        [0.3, 1.99, 0.2],
      ],
      ...given,
    }),
    argument: 1,
  };
  const { world, state } = context;
  makeModelData(world, ['elementIncidence']);
  const random = seededRandom(seed);
  const u = displacementsOf(state);
  for (let i = 0; i < 3 * world.vertexCount; i++) {
    state.positionsT0[i] = state.positions[i] * 1.05 + 0.02 * (random() - 0.5);
    state.freeMoves[i] = 0.02 * (random() - 0.5);
    state.predictedMoves[i] = 0.02 * (random() - 0.5);
    u[i] = 0.04 * (random() - 0.5);
    state.solution[i] = 0.05 * (random() - 0.5);
    state.direction[i] = random() - 0.5;
  }
  const corner = world.bodies[1].vertexBase;
  putContact(state, 0, [corner, 2, 5, 7], [1, -0.3, -0.3, -0.4], [0, 0.8, 0.6], 4);
  state.contacts.u32[CONTACT.kind] = CONTACT_KINDS.dcd;
  state.counters[COUNTERS.queries] = 1;
  follow(context);
  runInRanges(listContacts, context);
  return context;
}

/** Lets positions follow the displacements. */
function follow({ world, state }: Context): void {
  const u = displacementsOf(state);
  for (let i = 0; i < 3 * world.vertexCount; i++) state.positions[i] = state.positionsT0[i] + u[i];
}

const lengthOf = (x: readonly number[]) => Math.hypot(...x);

/** Computes the energy that a step minimises, apart from the code that solves it: in float64, from displacements `u` alone. */
function energyOf(context: Context, u: Float64Array): number {
  const { world, state, parameters, scratch } = context;
  const x0 = state.positionsT0;
  const at = (v: number) => [0, 1, 2].map((k) => x0[3 * v + k] + u[3 * v + k]);
  const at0 = (v: number) => [0, 1, 2].map((k) => x0[3 * v + k]);
  const minus = (a: readonly number[], b: readonly number[]) => a.map((x, k) => x - b[k]);
  let energy = 0;
  for (let v = 0; v < world.vertexCount; v++) {
    if (state.inverseMasses[v] === 0) continue;
    const mass = 1 / state.inverseMasses[v];
    for (let k = 0; k < 3; k++) energy += (0.5 * mass * (u[3 * v + k] - state.freeMoves[3 * v + k]) ** 2) / DT ** 2;
    // The ground takes the whole mass of a vertex that is predicted to be below it.
    const isBelow = state.predictedMoves[3 * v + 1] + at0(v)[1] < 0;
    if (isBelow) energy += 0.5 * ((STIFFNESS * mass) / DT ** 2) * at(v)[1] ** 2;
  }
  const { element } = scratch.implicitEuler;
  for (const [b, { model, vertexBase }] of world.bodies.entries()) {
    const { elasticTets, springs } = world.models[model];
    let volume = 0;
    setMaterial(element, context, b);
    for (let t = 0; t < elasticTets.restVolumes.length; t++) {
      loadElement(element, context, b, t);
      factorMetric(element);
      const [a, ...others] = [0, 1, 2, 3].map((c) => at(vertexBase + elasticTets.vertices[4 * t + c]));
      const edges = others.map((x) => minus(x, a));
      element.edges.set(edges.flat());
      volume += signedVolume(edges);
      if (parameters.material !== 'mass-spring') energy += elementEnergy(element, elasticTets.restVolumes[t]);
    }
    if (parameters.pressure > 0) {
      const restVolume = elasticTets.restVolumes.reduce((sum, x) => sum + x, 0);
      energy -= parameters.pressure * restVolume * Math.log(volume);
    }
    if (parameters.material === 'mass-spring')
      for (const [s, rest] of springs.restLengths.entries()) {
        const [i, j] = [0, 1].map((k) => vertexBase + springs.vertices[2 * s + k]);
        const length = lengthOf(minus(at(i), at(j)));
        const change = length - lengthOf(minus(at0(i), at0(j)));
        const damping = parameters.materialDamping / DT;
        energy += 0.5 * parameters.springStiffness * ((length - rest) ** 2 + damping * change ** 2);
      }
  }
  return energy + contactEnergy(context, at);
}

const signedVolume = ([a, b, c]: readonly (readonly number[])[]): number =>
  (a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0])) / 6;

/** Penalty energy of the one contact: its point is held by the mass that it takes to move it. */
function contactEnergy({ state }: Context, at: (v: number) => number[]): number {
  const { contacts, inverseMasses, positionsT0: x0, predictedMoves } = state;
  const offset = contacts.f32[CONTACT.offset];
  let mobility = 0;
  let distance = 0;
  let before = 0;
  let predicted = 0;
  for (let k = 0; k < contacts.u32[CONTACT.count]; k++) {
    const v = contacts.u32[CONTACT.vertices + k];
    const weight = contacts.f32[CONTACT.weights + k];
    mobility += weight * weight * inverseMasses[v];
    for (let c = 0; c < 3; c++) {
      const along = weight * contacts.f32[CONTACT.normal + c];
      distance += along * at(v)[c];
      before += along * x0[3 * v + c];
      predicted += along * (x0[3 * v + c] + predictedMoves[3 * v + c]);
    }
  }
  // It opens by a tenth of its offset, from where it was or from the surface, up to its offset.
  const goal = Math.min(offset, Math.max(0, before) + OPENING * offset);
  if (contacts.u32[CONTACT.kind] === CONTACT_KINDS.none || predicted >= goal) return 0;
  return 0.5 * (STIFFNESS / mobility / DT ** 2) * (distance - goal) ** 2;
}

/** Writes gradients, Hessians and residual at the present displacements. */
function assemble(context: Context): void {
  const { world, scratch } = context;
  writeElements(context, 0, world.tetCount);
  writeSprings(context, 0, world.springCount);
  writeTerms(scratch.implicitEuler.terms, context, 0);
  if (context.parameters.pressure > 0) {
    findGradients(context, 0, world.surfaceVertexCount);
    writeGases(context, 0, world.bodies.length);
  }
  writeVertices(context, 0, world.vertexCount);
}

const CASES: readonly (readonly [name: string, given: Partial<SimulationParameters>])[] = [
  ['tetrahedra', {}],
  ['tetrahedra with damping', { materialDamping: 0.02 }],
  ['springs', { material: 'mass-spring' }],
  ['springs with damping', { material: 'mass-spring', materialDamping: 0.02 }],
  ['tetrahedra with gas', { pressure: 2e4 }],
];

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

test.each(CASES)('%s: the same bits come for any number of workers', (_, given) => {
  const bits = [Infinity, 1].map((size) => {
    const context = makeContext(4, { ...given, solver: 'newton', linearTolerance: 1e-6 });
    for (const [argument, stage] of [solveLinear, moveAlong, solveLinear, moveAlong].entries())
      runInRanges(stage, { ...context, argument: argument < 2 ? 0 : 1 }, size, size === 1);
    expect(context.state.counters[COUNTERS.linearSolves]).toBe(2);
    return new Uint32Array(displacementsOf(context.state).slice().buffer);
  });
  expect(bits[1]).toEqual(bits[0]);
});

/** Returns the product of the system and displacements. */
function productOf(context: Context, d: Float32Array): Float32Array {
  const { world, state } = context;
  state.direction.set(d);
  multiplyElements(context, 0, world.tetCount, d);
  multiplySprings(context, 0, world.springCount, d);
  multiplyContact(state, 0, d);
  if (context.parameters.pressure > 0) multiplyGases(context, 0, world.bodies.length);
  const out = new Float32Array(3 * world.vertexCount);
  gatherForces(context, 0, world.vertexCount, out);
  const { vertexBlocks: b } = state;
  for (let v = 0; v < world.vertexCount; v++) {
    const [i, j] = [3 * v, 6 * v];
    const [x, y, z] = d.subarray(i, i + 3);
    out[i] += b[j] * x + b[j + 1] * y + b[j + 2] * z;
    out[i + 1] += b[j + 1] * x + b[j + 3] * y + b[j + 4] * z;
    out[i + 2] += b[j + 2] * x + b[j + 4] * y + b[j + 5] * z;
  }
  return out;
}

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
    const atStart = new Float64Array(free.length);
    // A held vertex is at its goal already.
    for (let i = still; i < still + 3; i++) atStart[i] = state.freeMoves[i];
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
      // The energy's gradient at x0 is that of inertia and the elements' forces, if the ground is far away.
      const forces = rows.map((i) => (along(i, h) - along(i, -h)) / (2 * h) + inertia * state.freeMoves[i]);
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
