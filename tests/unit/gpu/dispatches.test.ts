import { expect, it } from 'vitest';
import { octopi8 } from '../../../src/scenes/octopi-8.ts';
import { startParameters } from '../../../src/scenes/start-parameters.ts';
import { initialCapacities } from '../../../src/simulation/capacities.ts';
import type { SimulationParameters } from '../../../src/simulation/parameters.ts';
import { rebuildDispatches } from '../../../src/simulation/detect/rebuild-passes.ts';
import type { Plan, PreviousRun } from '../../../src/simulation/program/pass.ts';
import { COUNTER_COUNT, COUNTERS } from '../../../src/simulation/state.ts';
import { stepProgram } from '../../../src/simulation/step.ts';
import { createWorld } from '../../../src/simulation/world/create-world.ts';

/** Contacts of the last step, per colour: as many as octopi-8 has where the pile has most at size small. */
const COLOURS = [40, 30, 20, 15, 12, 10, 8, 6, 4, 3, 2, 1];

function lastRun(colours: number): PreviousRun {
  const counters = new Uint32Array(COUNTER_COUNT);
  counters[COUNTERS.contactsCcd] = COLOURS.reduce((sum, size) => sum + size, 0);
  let end = 0;
  const ends = Array.from({ length: colours + 1 }, (_, c) => {
    end += c === 0 ? 0 : (COLOURS[c - 1] ?? 0);
    return end;
  });
  return { counters, arrays: { colourOffsets: Uint32Array.from(ends) } };
}

/** The scene at its sizes, which parameters don't change. */
const BUILDS = new Map([octopi8.size.small!, octopi8.size.paper!].map((size) => [size, octopi8.build(size)]));

/** Number of dispatches of a frame of octopi-8, by what its passes ask for. */
function dispatchesPerFrame(size: number, given: Partial<SimulationParameters>): number {
  const { placements, colliders } = BUILDS.get(size)!;
  const parameters: SimulationParameters = { ...startParameters(octopi8, size), ...given };
  const { world } = createWorld(placements, colliders, parameters);
  const capacities = initialCapacities(world);
  const plan: Plan = { world, capacities, counters: {}, last: lastRun(capacities.colours) };
  const { passes } = stepProgram({ parameters, grabs: [] }, world);
  const dispatches = passes.flatMap(({ kernels }) => kernels?.(plan) ?? []);
  return parameters.stepsPerFrame * dispatches.filter(({ count }) => count > 0).length;
}

/** Mode, place of CCD, and the most dispatches at the sizes small and paper. At commit 61d6793, dcd took 1,165 at size small. */
const MOST = [
  ['off', 'pool', 100, 150],
  ['dcd', 'pool', 400, 400],
  ['ccd', 'pool', 150, 200],
  ['hybrid', 'pool', 400, 450],
  // 600 of them are the guarantee's, most of which end at once.
  ['hybrid', 'device', 1050, 1150],
] as const;

it.each(MOST)('a frame of octopi-8 in mode %s, CCD in the %s, takes few dispatches', (mode, ccdOn, small, paper) => {
  const { size } = octopi8;
  expect(dispatchesPerFrame(size.small!, { mode, ccdOn })).toBeLessThanOrEqual(small);
  expect(dispatchesPerFrame(size.paper!, { mode, ccdOn })).toBeLessThanOrEqual(paper);
});

/** A rebuild on the device, by default in one step of 64: three dispatches per digit of the sort's keys, after their keys. */
const MOST_OF_REBUILD = 25;

it('a rebuild of the trees of octopi-8 on the device takes few dispatches', () => {
  const { placements, colliders } = BUILDS.get(octopi8.size.paper!)!;
  const { world } = createWorld(placements, colliders, { ...startParameters(octopi8, octopi8.size.paper!) });
  expect(rebuildDispatches(world).length).toBeLessThanOrEqual(MOST_OF_REBUILD);
});
