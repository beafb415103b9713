import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../../../src/math/random.ts';
import { AIR_STRIDE, signedMeasure } from '../../../../../src/mesh/air/air-mesh.ts';
import { AIR_COLOURS } from '../../../../../src/mesh/air/colour-elements.ts';
import { NONE } from '../../../../../src/mesh/topology.ts';
import { CAPACITY } from '../../../../../src/simulation/capacities.ts';
import { AIR_TALLY } from '../../../../../src/simulation/constraints/air/arrays.ts';
import { improveAir } from '../../../../../src/simulation/constraints/air/improve-air.ts';
import { COUNTERS } from '../../../../../src/simulation/counters.ts';
import { TYPESCRIPT_KERNELS } from '../../../../../src/simulation/program/kernels.ts';
import type { Context } from '../../../../../src/simulation/program/stage.ts';
import { createScratch } from '../../../../../src/simulation/scratch.ts';
import { layeredWorld } from '../../../../fixtures/air-layers.ts';

/** Two bodies above each other, of which the upper one has slid so far that other elements would be better. @param drop how far it is pushed down [m] */
function slid(dimension: 2 | 3, airFlips: number, drop = 0): Context {
  const { world, state, parameters } = layeredWorld(dimension, { airFlips });
  for (let v = world.bodies[1].vertexBase; v < world.vertexCount; v++) {
    state.positions[3 * v] += 0.4;
    state.positions[3 * v + 1] -= drop;
  }
  return { world, state, parameters, argument: 0, scratch: createScratch(), kernels: TYPESCRIPT_KERNELS };
}

const improve = (context: Context) => improveAir.run(context, 0, 1, 0);

/** Elements in use, as texts of their vertices, in order. */
function listed({ state: { airElements, airTally } }: Context): string[] {
  return Array.from({ length: airTally[AIR_TALLY.elements] }, (_, e) =>
    String([...airElements.subarray(AIR_STRIDE * e, AIR_STRIDE * (e + 1))].sort((a, b) => a - b)),
  );
}

const countInverted = (context: Context): number => {
  const { airElements, positions } = context.state;
  return listed(context).filter((_, e) => signedMeasure(positions, airElements, AIR_STRIDE * e) < 0).length;
};

describe.each([2, 3] as const)('the improvement of air, in dimension %d', (dimension) => {
  it('happens every nth step, at the positions of that step', () => {
    const context = slid(dimension, 3);
    const start = listed(context);
    improve(context);
    improve(context);
    expect(listed(context)).toEqual(start);
    improve(context);
    const first = listed(context);
    expect(first).not.toEqual(start);
    expect(context.state.counters[COUNTERS.airChanges]).toBeGreaterThan(0);
    for (let v = context.world.bodies[1].vertexBase; v < context.world.vertexCount; v++)
      context.state.positions[3 * v] -= 0.4;
    improve(context);
    improve(context);
    expect(listed(context)).toEqual(first);
    improve(context);
    expect(listed(context)).not.toEqual(first);
  });

  it('leaves elements in colours, whose elements share no vertex', () => {
    const context = slid(dimension, 1);
    const { airElements, airOffsets, airTally } = context.state;
    // As if there had been but one class, so that a tally that isn't brought up to date is noticed.
    airTally[AIR_TALLY.classes] = 1;
    improve(context);
    const count = airTally[AIR_TALLY.elements];
    const classes = airTally[AIR_TALLY.classes];
    expect(classes).toBeGreaterThan(1);
    expect(classes).toBeLessThan(AIR_COLOURS);
    expect([airOffsets[0], airOffsets[classes], airOffsets[classes - 1] < count]).toEqual([0, count, true]);
    for (let colour = 0; colour < classes; colour++) {
      const words = [
        ...airElements.subarray(AIR_STRIDE * airOffsets[colour], AIR_STRIDE * airOffsets[colour + 1]),
      ].filter((v) => v !== NONE);
      expect(new Set(words).size).toBe(words.length);
    }
  });

  it('waits while an element is inverted, since the air knows the collision', () => {
    const context = slid(dimension, 1, 0.1);
    expect(countInverted(context)).toBeGreaterThan(4);
    const start = listed(context);
    improve(context);
    expect(listed(context)).toEqual(start);
    expect(context.state.counters[COUNTERS.airChanges]).toBe(0);
    for (let v = context.world.bodies[1].vertexBase; v < context.world.vertexCount; v++)
      context.state.positions[3 * v + 1] += 0.1;
    expect(countInverted(context)).toBe(0);
    improve(context);
    expect(listed(context)).not.toEqual(start);
  });
});

it('says how much room removals of faces need where there is too little', () => {
  /** Improves the air after the upper body has moved away, and all vertices a little by chance. @param room for elements more than there are at first */
  const moveAway = (room: number) => {
    const context = slid(3, 1);
    const { world, state } = context;
    const { airTally, capacities, counters, positions } = state;
    for (let v = world.bodies[1].vertexBase; v < world.vertexCount; v++)
      for (let k = 0; k < 3; k++) positions[3 * v + k] += [-2, 1, -1.5][k];
    const random = seededRandom(1);
    for (let i = 0; i < positions.length; i++) positions[i] += 0.1 * (random() - 0.5);
    capacities[CAPACITY.airElements] = airTally[AIR_TALLY.elements] + room;
    improve(context);
    return { count: airTally[AIR_TALLY.elements], needed: counters[COUNTERS.needs + CAPACITY.airElements], capacities };
  };
  const roomy = moveAway(15);
  expect(roomy.needed).toBe(0);
  const full = moveAway(0);
  expect(full.needed).toBeGreaterThan(full.capacities[CAPACITY.airElements]);
  expect(full.count).toBeLessThanOrEqual(full.capacities[CAPACITY.airElements]);
  expect(full.count).toBeLessThan(roomy.count);
});
