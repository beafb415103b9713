import { TYPESCRIPT_KERNELS } from '../../../../../src/simulation/program/kernels.ts';
import { describe, expect, it } from 'vitest';
import { createModel } from '../../../../../src/simulation/world/create-model.ts';
import { colliders } from '../../../../../src/simulation/constraints/colliders/colliders.ts';
import { begin, predict, velocities } from '../../../../../src/simulation/integrators/xpbd/motion.ts';
import { neoHookean } from '../../../../../src/simulation/constraints/neo-hookean/neo-hookean.ts';
import { createWorld } from '../../../../../src/simulation/world/create-world.ts';
import { initialState } from '../../../../../src/simulation/initial-state.ts';
import type { SimulationParameters } from '../../../../../src/simulation/parameters.ts';
import type { Script } from '../../../../../src/simulation/script/script.ts';
import { colliderWords } from '../../../../../src/simulation/script/scripted.ts';
import type { Context } from '../../../../../src/simulation/program/stage.ts';
import type { Collider } from '../../../../../src/simulation/world/world.ts';
import { boxWorld } from '../../../../fixtures/box-world.ts';
import { contextOf, cornerTet, parametersWith, runInRanges } from '../../../../fixtures/stages.ts';
import { boxMesh } from '../../../mesh/box-mesh.ts';
import { createScratch } from '../../../../../src/simulation/scratch.ts';

/** How far the middle of a block has slid down a slope, after each step [m]. */
function slide(slope: number, staticFriction: number, dynamicFriction: number, steps: number): number[] {
  const length = Math.sqrt(1 + slope * slope);
  const up = [slope / length, 1 / length, 0] as const;
  const down = [1 / length, -slope / length, 0];
  const context = contextOf([createModel('block', boxMesh(2, 1, 1), 0.5)], {
    planes: [{ normal: up, offset: 0 }],
    staticFriction,
    dynamicFriction,
    velocityDamping: 0,
    youngsModulus: 1e6,
    timeStep: 3.3e-3,
    iterations: 10,
  });
  const { state, world } = context;
  for (let v = 0; v < world.vertexCount; v++) {
    const [x, y, z] = state.positions.subarray(3 * v, 3 * v + 3);
    for (let k = 0; k < 3; k++) state.positions[3 * v + k] = 0.3 * (x * down[k] + y * up[k] + (k === 2 ? z : 0));
  }
  // Rest shape and masses are those of a block of 2 m; scaled, it would spring open.
  Object.assign(context.world.models[0].elasticTets, scaledTets(context, 0.3));
  const middle = () => {
    let sum = 0;
    for (let v = 0; v < world.vertexCount; v++) for (let k = 0; k < 3; k++) sum += down[k] * state.positions[3 * v + k];
    return sum / world.vertexCount;
  };
  const start = middle();
  return Array.from({ length: steps }, () => {
    runInRanges(begin, context);
    runInRanges(predict, context);
    for (let i = 0; i < context.parameters.iterations; i++) {
      runInRanges(neoHookean, context);
      runInRanges(colliders, context);
    }
    runInRanges(colliders, context);
    runInRanges(velocities, context);
    return middle() - start;
  });
}
function scaledTets({ world, state }: Context, scale: number) {
  const { restMetrics, restVolumes } = world.models[0].elasticTets;
  for (let v = 0; v < state.inverseMasses.length; v++) state.inverseMasses[v] /= scale ** 3;
  return { restMetrics: restMetrics.map((m) => m / scale ** 2), restVolumes: restVolumes.map((v) => v * scale ** 3) };
}

describe('a block on a slope', () => {
  it('stays below the angle of friction', () => {
    const path = slide(0.45, 0.5, 0.5, 300);
    // It shears under its weight and slips a little while it swings, then stands.
    expect(path[99]).toBeLessThan(5e-3);
    expect(Math.abs(path[299] - path[99])).toBeLessThan(1e-4);
  });

  it.each([
    [0.6, 0.5, 0.4],
    [0.5, 0, 0],
    [1, 0.2, 0.2],
  ])('of %d slides with friction %d, %d as Coulomb says', (slope, s, k) => {
    const steps = 150;
    const path = slide(slope, s, k, steps);
    const t = steps * 3.3e-3;
    const cosine = 1 / Math.sqrt(1 + slope * slope);
    const expected = (9.81 * cosine * (slope - k) * t * t) / 2;
    expect(path[steps - 1] / expected).toBeGreaterThan(0.93);
    expect(path[steps - 1] / expected).toBeLessThan(1.07);
  });
});

describe('planes', () => {
  it('keep all vertices out, give the same bits for any split, and leave held vertices', () => {
    const results = [Infinity, 7, 1].map((size, i) => {
      const context: Context = {
        ...boxWorld({ shake: 0.3 }),
        // By regions, what begins the step in a plane leaves it at a limited speed.
        parameters: parametersWith({ recovery: 'paths' }),
        argument: 0,
        scratch: createScratch(),
        kernels: TYPESCRIPT_KERNELS,
      };
      context.state.positions[1] = -1;
      context.state.inverseMasses[0] = 0;
      runInRanges(colliders, context, size, i === 2);
      return context;
    });
    const { world, state } = results[0];
    expect(state.positions[1]).toBe(-1);
    for (let v = 1; v < world.vertexCount; v++) {
      const [x, y] = state.positions.subarray(3 * v, 3 * v + 2);
      expect(0.6 * x + 0.8 * y).toBeGreaterThan(0.1 - 1e-6); // the last plane; it tilts away from the first
    }
    expect(results[1].state.positions).toEqual(state.positions);
    expect(results[2].state.positions).toEqual(state.positions);
  });

  it.each([0, 2])(
    'by regions, undo at a limited speed what lay in them at the start: with depenetrationSpeed %d',
    (given) => {
      const parameters = parametersWith({ depenetrationSpeed: given, timeStep: 0.01 });
      const { state, world } = boxWorld({ shake: 0, bodies: 1, colliders: [{ normal: [0, 1, 0], offset: 0 }] });
      const context = { world, state, parameters, argument: 0, scratch: createScratch(), kernels: TYPESCRIPT_KERNELS };
      // The lowest vertices lie half a metre below the ground; one of them fell in just now.
      const lowest = Math.min(...state.positions.filter((_, i) => i % 3 === 1));
      const fell = state.positions.findIndex((y, i) => i % 3 === 1 && y === lowest);
      for (let i = 1; i < state.positions.length; i += 3) state.positions[i] += -0.5 - lowest;
      state.positionsT0.set(state.positions);
      state.positionsT0[fell] = 1;
      runInRanges(colliders, context);
      expect(state.positions[fell]).toBeCloseTo(0, 6);
      const next = state.positions.findIndex((_, i) => i % 3 === 1 && i !== fell && state.positionsT0[i] === -0.5);
      const speed = given > 0 ? given : 15 * world.models[0].edgeLength;
      expect(state.positions[next]).toBeCloseTo(-0.5 + speed * 0.01, 6);
    },
  );
});

/** Runs steps of free fall, with colliders after each as the solver has them, over vertices that nothing holds together. */
function fall(
  { world, state, parameters }: Context,
  steps: number,
  each: (step: number) => void = () => {},
  passes = 3,
): void {
  const context = { world, state, parameters, argument: 1, scratch: createScratch(), kernels: TYPESCRIPT_KERNELS };
  for (let step = 0; step < steps; step++) {
    // The part of `begin` that matters here; there are no contacts to clear.
    state.positionsT0.set(state.positions);
    state.colliderImpulses.fill(0);
    state.colliders.set(colliderWords(world, (step + 1) * parameters.timeStep, step * parameters.timeStep));
    runInRanges(predict, context);
    for (let i = 0; i < passes; i++) runInRanges(colliders, context);
    runInRanges(velocities, context);
    each(step);
  }
}

/** Loose points and colliders: a tetrahedron's corners, which no material holds together. */
function loose(
  points: readonly (readonly [number, number, number])[],
  stands: readonly Collider[],
  changed: Partial<SimulationParameters> = {},
  script: Script = {},
): Context {
  const model = cornerTet();
  const placements = points.map((point) => ({
    model,
    positions: Float32Array.from({ length: 12 }, (_, i) => point[i % 3]),
  }));
  const { world, positions } = createWorld(placements, stands, {}, script);
  const parameters = parametersWith({ velocityDamping: 0, staticFriction: 0, dynamicFriction: 0, ...changed });
  const state = initialState(world, positions, parameters, (bytes) => new ArrayBuffer(bytes));
  return { world, state, parameters, argument: 1, scratch: createScratch(), kernels: TYPESCRIPT_KERNELS };
}

describe('a bowl', () => {
  const bowl: Collider = { centre: [1, 3, -2], radius: 3, rim: 2.5, thickness: 0.5 };
  const place = ({ state }: Context, body = 0) => Array.from(state.positions.subarray(12 * body, 12 * body + 3));
  const fromCentre = ([x, y, z]: readonly number[]) => Math.hypot(x - 1, y - 3, z + 2);

  it('keeps what slides in it inside, on its surface and with its energy', () => {
    const context = loose([[3.1, 1.2, -2.4]], [bowl], { timeStep: 1e-3 });
    const start = 9.81 * place(context)[1];
    let touched = 0;
    let lowest = Infinity;
    fall(context, 2000, () => {
      const point = place(context);
      expect(fromCentre(point)).toBeLessThan(3 + 1e-5);
      if (fromCentre(point) > 3 - 1e-4) touched++;
      lowest = Math.min(lowest, point[1]);
      const energy = 9.81 * point[1] + Math.hypot(...context.state.velocities.subarray(0, 3)) ** 2 / 2;
      // The landing takes some, and each step's bend a little; none is added.
      expect(energy).toBeLessThan(1.001 * start);
    });
    expect(touched).toBeGreaterThan(1500);
    expect(lowest).toBeLessThan(0.01);
  });

  it('swings as a pendulum of its radius', () => {
    const amplitude = 0.1;
    const context = loose([[1 + 3 * amplitude, 3 - 3 * Math.sqrt(1 - amplitude ** 2), -2]], [bowl], { timeStep: 2e-3 });
    const crossings: number[] = [];
    let before = amplitude;
    fall(context, 1500, (step) => {
      const x = place(context)[0] - 1;
      if (before > 0 !== x > 0) crossings.push(step + before / (before - x));
      before = x;
    });
    const half = Math.PI * Math.sqrt(3 / 9.81) * (1 + amplitude ** 2 / 16);
    expect(crossings.length).toBe(2);
    expect((crossings[1] - crossings[0]) * 2e-3).toBeCloseTo(half, 2);
  });

  it('holds a point at the bottom, and one on its wall below the angle of friction', () => {
    const onWall = (slope: number): [number, number, number] => {
      const c = 1 / Math.sqrt(1 + slope * slope);
      return [1 + 3 * slope * c, 3 - 3 * c, -2];
    };
    const context = loose([[1, 0, -2], onWall(0.45), onWall(0.6)], [bowl], {
      staticFriction: 0.5,
      dynamicFriction: 0.5,
    });
    const start = [0, 1, 2].map((body) => place(context, body));
    fall(context, 30);
    const ways = start.map((from, body) => Math.hypot(...place(context, body).map((x, k) => x - from[k])));
    expect(ways[0]).toBeLessThan(1e-6);
    expect(ways[1]).toBeLessThan(1e-5);
    expect(ways[2]).toBeGreaterThan(1e-3);
  });

  it('lets pass what is above its rim or has gone through its wall, and pushes back what is in it', () => {
    // Beside the bowl above the rim; in the wall below the rim; beyond the wall.
    const context = loose(
      [
        [4.2, 2.9, -2],
        [1, -0.3, -2],
        [1, -0.7, -2],
      ],
      [bowl],
      { timeStep: 1e-3, recovery: 'paths' },
    );
    fall(context, 1);
    expect(place(context, 0)[0]).toBe(Math.fround(4.2));
    expect(place(context, 1)[1]).toBeCloseTo(0, 5);
    expect(place(context, 2)[1]).toBeLessThan(-0.7);
    fall(context, 40);
    expect(place(context, 0)[0]).toBe(Math.fround(4.2));
  });

  it('carries along what lies in it when it moves', () => {
    const shifts = [[0, 0, 0] as const, [1, 0, 0] as const];
    const script = { colliders: [{ collider: 0, motion: { times: [0, 2], shifts } }] };
    const friction = { staticFriction: 0.8, dynamicFriction: 0.8 };
    const context = loose([[1, 0, -2]], [bowl], friction, script);
    fall(context, Math.round(2 / context.parameters.timeStep));
    // It slips until it has the bowl's speed, as on a plane.
    const slipped = 0.5 ** 2 / (2 * 0.8 * 9.81);
    expect(place(context)[0]).toBeCloseTo(2 - slipped, 2);
    expect(place(context)[1]).toBeCloseTo(0, 2);
  });
});

describe('a moving plane', () => {
  const ground: Collider = { normal: [0, 1, 0], offset: 0.5 };
  const speed = 2;
  const script = {
    colliders: [{ collider: 0, motion: { times: [0, 10], shifts: [[0, 0, 0] as const, [10 * speed, 0, 0] as const] } }],
  };

  it.each([
    [0.3, 0.2],
    [0.05, 0.05],
    [0, 0],
  ])('drags along by friction %d, %d what lies on it, as Coulomb says', (staticFriction, dynamicFriction) => {
    const context = loose([[0, 0.5, 0]], [ground], { staticFriction, dynamicFriction, timeStep: 1e-3 }, script);
    const { velocities: v, positions: x } = context.state;
    fall(context, 2000, (step) => {
      const time = (step + 1) * 1e-3;
      expect(v[0]).toBeCloseTo(Math.min(speed, dynamicFriction * 9.81 * time), 1);
      expect(x[1]).toBeCloseTo(0.5, 5);
      expect(x[2]).toBe(0);
    });
    if (dynamicFriction === 0.2) expect(v[0]).toBeCloseTo(speed, 3);
  });

  it('that rises lifts what lies on it, that sinks faster than things fall leaves it behind', () => {
    const rising = { times: [0, 1, 2], shifts: [[0, 0, 0] as const, [0, 1, 0] as const, [0, -20, 0] as const] };
    const context = loose(
      [[0, 0.5, 0]],
      [ground],
      { timeStep: 1e-3 },
      { colliders: [{ collider: 0, motion: rising }] },
    );
    const { positions } = context.state;
    fall(context, 2000, (step) => {
      const time = (step + 1) * 1e-3;
      if (time <= 1) expect(positions[1]).toBeCloseTo(0.5 + time, 4);
      else {
        const since = time - 1;
        expect(positions[1]).toBeCloseTo(1.5 + since - (9.81 * since * since) / 2, 1);
      }
    });
  });
});
