import { TYPESCRIPT_KERNELS } from '../../../../../src/simulation/program/kernels.ts';
import { describe, expect, it } from 'vitest';
import { grabs } from '../../../../../src/simulation/constraints/grabs/grabs.ts';
import { begin, predict, velocities } from '../../../../../src/simulation/integrators/xpbd/motion.ts';
import { energy } from '../../../../../src/simulation/diagnostics/stages.ts';
import { moments } from '../../../../../src/simulation/integrators/xpbd/moments.ts';
import { neoHookean } from '../../../../../src/simulation/constraints/neo-hookean/neo-hookean.ts';
import { springs } from '../../../../../src/simulation/constraints/springs/springs.ts';
import type { Context } from '../../../../../src/simulation/program/stage.ts';
import { COUNTERS, GRAB, GRAB_POINT, SUM_CHUNK } from '../../../../../src/simulation/state.ts';
import { boxWorld, seededRandom } from '../../../../fixtures/box-world.ts';
import { contextOf, cornerTet, parametersWith, runInRanges } from '../../../../fixtures/stages.ts';
import { createScratch } from '../../../../../src/simulation/scratch.ts';

const boxes = (): Context => ({
  ...boxWorld(),
  parameters: parametersWith({}),
  argument: 0,
  scratch: createScratch(),
  kernels: TYPESCRIPT_KERNELS,
});

/** Adds a grab of vertices with weights, which are carried with the same weights. Its target moves by `velocity` [m/s]. */
function grab(
  { state }: Context,
  points: readonly (readonly [number, number])[],
  target: number[],
  velocity = [0, 0, 0],
) {
  const g = state.counters[COUNTERS.grabs]++;
  const begin = g === 0 ? 0 : state.grabs.u32[GRAB.stride * (g - 1) + GRAB.end];
  state.grabs.f32.set(target, GRAB.stride * g + GRAB.goal);
  state.grabs.f32.set(velocity, GRAB.stride * g + GRAB.velocity);
  state.grabs.u32[GRAB.stride * g + GRAB.begin] = begin;
  state.grabs.u32[GRAB.stride * g + GRAB.end] = begin + points.length;
  points.forEach(([vertex, weight], i) => {
    const at = GRAB_POINT.stride * (begin + i);
    state.grabPoints.u32[at + GRAB_POINT.vertex] = vertex;
    state.grabPoints.f32[at + GRAB_POINT.weight] = weight;
    state.grabPoints.f32[at + GRAB_POINT.carry] = weight;
  });
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

describe('grabs', () => {
  it('hold a weight below the target by g over the squared angular frequency, and the share that grabs.ts tells', () => {
    const context = contextOf([cornerTet()], { grabFrequency: 2, velocityDamping: 0 });
    grab(context, [[2, 1]], [0.5, 2, -0.5]);
    for (let s = 0; s < 3000; s++) for (const stage of [begin, grabs, predict, velocities]) runInRanges(stage, context);
    const [x, y, z] = context.state.positions.subarray(6, 9);
    expect([x, z]).toEqual([expect.closeTo(0.5, 4), expect.closeTo(-0.5, 4)]);
    const [rate, dt] = [4 * Math.PI, context.parameters.timeStep];
    expect(y).toBeCloseTo(2 - (9.81 / rate ** 2) * (1 + dt * (4 * rate + dt * rate ** 2)), 4);
  });

  it('return from a small pull as a damped oscillator does', () => {
    // x'' + 2 z f x' + f^2 x = 0 from x = 1 at rest, with damping ratio z = 2: roots -f (2 +- sqrt 3).
    const context = contextOf([cornerTet()], { grabFrequency: 0.5, velocityDamping: 0, gravity: 0, timeStep: 1e-3 });
    context.state.positions.set([1, 0, 0]);
    grab(context, [[0, 1]], [0, 0, 0]);
    const time = 0.4;
    for (let s = 0; s < time / 1e-3; s++)
      for (const stage of [begin, grabs, predict, velocities]) runInRanges(stage, context);
    const [slow, fast] = [Math.PI * (2 - Math.sqrt(3)), Math.PI * (2 + Math.sqrt(3))];
    const expected = (fast * Math.exp(-slow * time) - slow * Math.exp(-fast * time)) / (fast - slow);
    expect(context.state.positions[0]).toBeCloseTo(expected, 2);
  });

  it('accelerate by no more than the limit, each vertex by its weight', () => {
    const context = contextOf([cornerTet()], { grabAcceleration: 50, timeStep: 1e-2 });
    const points = [
      [0, 1],
      [1, 0.5],
      [3, 0.25],
    ] as const;
    grab(context, points, [0, 1e3, 0]);
    context.state.inverseMasses[3] = 0;
    runInRanges(grabs, context);
    const [a, b, c, d] = [1, 4, 7, 10].map((i) => context.state.velocities[i]);
    for (const [speed, expected] of [
      [a, 0.5],
      [b, 0.25],
      [c, 0],
      [d, 0],
    ])
      expect(speed).toBeCloseTo(expected, 6);
  });

  it('carry a body along with a moving target at most as fast, and let it swing below one that stands', () => {
    const context = contextOf([cornerTet()], { grabFrequency: 0.1, grabCarry: 1e6, grabAcceleration: 1e5 });
    const points = [0, 1, 2, 3].map((vertex) => [vertex, 1] as const);
    grab(context, points, [0, 0, 0], [3, 0, 0]);
    runInRanges(grabs, context);
    const speeds = () => [0, 3, 6, 9].map((i) => context.state.velocities[i]);
    for (const speed of speeds()) expect(speed).toBeCloseTo(3, 1);
    context.state.grabs.f32.fill(0, GRAB.velocity, GRAB.velocity + 3);
    const before = context.state.velocities[0];
    runInRanges(grabs, context);
    expect(context.state.velocities[0] / before).toBeGreaterThan(0.98);
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
  const stages = { begin, predict, springs, neoHookean, grabs, velocities, moments, energy };
  it.each(Object.entries(stages))('of %s give the same bits', (_, stage) => {
    const contexts = [Infinity, 7, 1].map((size, i) => {
      const context = boxes();
      const random = seededRandom(9);
      for (let k = 0; k < context.state.positions.length; k++) context.state.positionsT0[k] += 0.1 * random();
      grab(context, [[3, 1]], [1, 1, 1], [1, 0, 0]);
      grab(
        context,
        [
          [3, 0.5],
          [4, 1],
        ],
        [0, 0, 0],
      );
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
