import { initialCapacities } from '../../src/simulation/capacities.ts';
import { expect, it } from 'vitest';
import code from '../../shaders/solve/begin.wgsl';
import { beginDispatches } from '../../src/gpu/dispatches.ts';
import { begin as stage } from '../../src/simulation/solve/begin.ts';
import { runTwins, WORLDS } from './twins.ts';

it.each(WORLDS)('begin: %s', async (_, make) => {
  const { world, state } = make();
  state.multipliers.fill(3);
  state.colliderImpulses.fill(4);
  state.colourOffsets.fill(5);
  const read = ['positionsT0', 'velocitiesT0', 'multipliers', 'colliderImpulses', 'colourOffsets'] as const;
  const { kernel, twin } = await runTwins({
    label: 'begin',
    code,
    stage,
    world,
    state,
    dispatches: beginDispatches(world, initialCapacities(world)),
    read,
  });
  for (const name of read) expect(kernel[name]).toEqual(twin[name]);
});
