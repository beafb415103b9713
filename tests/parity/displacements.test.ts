import { expect, it } from 'vitest';
import displaceCode from '../../shaders/constraints/elastic/displace.wgsl';
import placeCode from '../../shaders/constraints/elastic/place.wgsl';
import { displace, place } from '../../src/simulation/constraints/elastic/displacements.ts';
import type { Stage } from '../../src/simulation/program/stage.ts';
import { largestDifference, runTwins, stir, WORLDS } from './twins.ts';

const inStage =
  (run: typeof displace): Stage['run'] =>
  ({ state }, begin, end) =>
    run(state.positions, state.positionsT0, state.remainders, begin, end);

const stages: readonly (readonly [name: string, code: string, run: Stage['run']])[] = [
  ['displace', displaceCode, inStage(displace)],
  ['place', placeCode, inStage(place)],
];

/** The error of a sum of float32 isn't exact where its second part is the larger: at coordinates near 0. */
const TOLERANCE = 3e-9;

it.each(WORLDS)('displace and place: %s', async (_, make) => {
  for (const [label, code, run] of stages) {
    const { world, state } = make();
    stir(state);
    const size = label === 'place' ? 0.1 : 1e-7;
    for (let i = 0; i < state.remainders.length; i++) state.remainders[i] = size * (((i * 31) % 13) / 13 - 0.5);
    const stage: Stage = { count: () => world.vertexCount, run };
    const dispatches = [{ count: 3 * world.vertexCount }];
    const read = ['positions', 'remainders'] as const;
    const { kernel, twin } = await runTwins({ label, code, stage, world, state, dispatches, read });
    expect(kernel.positions).toEqual(twin.positions);
    expect(largestDifference(kernel.remainders, twin.remainders)).toBeLessThan(TOLERANCE);
    if (label === 'place') expect(Math.max(...kernel.remainders)).toBeGreaterThan(3 * TOLERANCE);
    expect(twin.remainders).not.toEqual(state.remainders);
  }
});
