import { describe, expect, it } from 'vitest';
import { attachments } from '../../../../../src/simulation/constraints/attachments/attachments.ts';
import { begin, predict, velocities } from '../../../../../src/simulation/integrators/xpbd/motion.ts';
import { energy } from '../../../../../src/simulation/diagnostics/stages.ts';
import { moments } from '../../../../../src/simulation/integrators/xpbd/moments.ts';
import { neoHookean } from '../../../../../src/simulation/constraints/neo-hookean/neo-hookean.ts';
import { springs } from '../../../../../src/simulation/constraints/springs/springs.ts';
import type { Context } from '../../../../../src/simulation/program/stage.ts';
import { ATTACHMENT, COUNTERS, SUM_CHUNK } from '../../../../../src/simulation/state.ts';
import { boxWorld, seededRandom } from '../../../../fixtures/box-world.ts';
import { contextOf, cornerTet, parametersWith, runInRanges } from '../../../../fixtures/stages.ts';
import { createScratch } from '../../../../../src/simulation/scratch.ts';

const boxes = (): Context => ({
  ...boxWorld(),
  parameters: parametersWith({}),
  argument: 0,
  scratch: createScratch(),
});

function attach({ state }: Context, a: number, vertex: number, target: readonly number[]): void {
  state.attachments.f32.set([...target, 0, 0, 0, 0, 0], ATTACHMENT.stride * a);
  state.attachments.u32[ATTACHMENT.stride * a + ATTACHMENT.vertex] = vertex;
  state.counters[COUNTERS.attachments] = Math.max(state.counters[COUNTERS.attachments], a + 1);
}

describe('begin', () => {
  it('keeps x0 and v0, clears what the step adds up, leaves the counters', () => {
    const context = boxes();
    const { state } = context;
    state.multipliers.fill(1);
    state.colliderImpulses.fill(2);
    state.counters.fill(3);
    state.colourOffsets.fill(4);
    state.positions[7] = 0.25;
    runInRanges(begin, context, 100);
    expect(state.positionsT0).toEqual(state.positions);
    expect(state.velocitiesT0).toEqual(state.velocities);
    expect([...state.multipliers, ...state.colliderImpulses].every((x) => x === 0)).toBe(true);
    expect(state.colourOffsets.every((x) => x === 0)).toBe(true);
    expect(state.counters.every((x) => x === 3)).toBe(true);
  });
});

describe('free fall', () => {
  it('follows the parabola, and held vertices stay', () => {
    const context = contextOf([cornerTet()], { velocityDamping: 0, dropSpeed: 2, timeStep: 5e-3 });
    const { state } = context;
    state.inverseMasses[3] = 0;
    const steps = 100;
    for (let s = 0; s < steps; s++) for (const stage of [begin, predict, velocities]) runInRanges(stage, context);
    const t = steps * 5e-3;
    // Semi-implicit Euler stands g t dt / 2 below the parabola; float32 rounds positions by 6e-8 m, thus velocities by 1e-5 m/s, 100 times.
    const expected = 1 - 2 * t - (9.81 / 2) * t * t - (9.81 / 2) * t * 5e-3;
    expect(state.positions[7]).toBeCloseTo(expected, 3);
    expect(state.positions[9]).toBe(0);
    expect(state.positions[11]).toBe(1);
  });

  it('damps velocities at the rate given, and never turns them around', () => {
    const context = contextOf([cornerTet()], { velocityDamping: 3, gravity: 0, timeStep: 1e-2, dropSpeed: 1 });
    for (let s = 0; s < 100; s++) for (const stage of [begin, predict, velocities]) runInRanges(stage, context);
    expect(context.state.velocities[1] / -(1.03 ** -100)).toBeCloseTo(1, 2);
    const strong = contextOf([cornerTet()], { velocityDamping: 1e6, gravity: 0, dropSpeed: 1 });
    runInRanges(predict, strong);
    expect(strong.state.velocities[1]).toBeLessThanOrEqual(0);
  });
});

describe('attachments', () => {
  it('hold a weight at compliance times weight below the target', () => {
    const compliance = 1e-3;
    const context = contextOf([cornerTet()], { dragCompliance: compliance, velocityDamping: 20 });
    context.state.inverseMasses.fill(0.5);
    for (let s = 0; s < 3000; s++) {
      attach(context, 0, 2, [0.5, 2, -0.5]);
      for (const stage of [begin, predict, attachments, attachments, velocities]) runInRanges(stage, context);
    }
    const [x, y, z] = context.state.positions.subarray(6, 9);
    expect([x, z]).toEqual([expect.closeTo(0.5, 4), expect.closeTo(-0.5, 4)]);
    expect(y).toBeCloseTo(2 - 2 * 9.81 * compliance, 4);
  });
});

describe('energy', () => {
  it('sums chunks in float64 and leaves held vertices out', () => {
    const context = boxes();
    const { state, world } = context;
    state.inverseMasses[5] = 0;
    runInRanges(energy, context, 1);
    let expected = 0;
    for (let v = 0; v < Math.min(SUM_CHUNK, world.vertexCount); v++)
      if (v !== 5)
        expected +=
          state.velocities.subarray(3 * v, 3 * v + 3).reduce((e, u) => e + u * u, 0) / 2 / state.inverseMasses[v];
    expect(state.energies[0] / expected).toBeCloseTo(1, 12);
    expect(state.counters[COUNTERS.broken]).toBe(0);
  });

  it.each([NaN, Infinity, -1.01e4])('names the first body with a position of %d', (wrong) => {
    for (const backward of [false, true]) {
      const context = boxes();
      for (const body of [1, 2]) context.state.positions[3 * context.world.bodies[body].vertexBase + 1] = wrong;
      runInRanges(energy, context, 1, backward);
      expect(context.state.counters[COUNTERS.broken]).toBe(2);
    }
  });
});

describe('splits', () => {
  const stages = { begin, predict, springs, neoHookean, attachments, velocities, moments, energy };
  it.each(Object.entries(stages))('of %s give the same bits', (_, stage) => {
    const contexts = [Infinity, 7, 1].map((size, i) => {
      const context = boxes();
      const random = seededRandom(9);
      for (let k = 0; k < context.state.positions.length; k++) context.state.positionsT0[k] += 0.1 * random();
      attach(context, 0, 3, [1, 1, 1]);
      attach(context, 1, 3, [0, 0, 0]);
      runInRanges(stage, context, size, i === 2);
      return context;
    });
    for (const { state } of contexts.slice(1)) {
      const first = contexts[0].state;
      for (const name of [
        'positions',
        'positionsT0',
        'velocities',
        'remainders',
        'moments',
        'multipliers',
        'energies',
        'counters',
      ] as const)
        expect(state[name]).toEqual(first[name]);
    }
  });
});
