import { expect, it } from 'vitest';
import code from '../../shaders/integrators/xpbd/begin.wgsl';
import { BEGIN } from '../../src/simulation/integrators/xpbd/passes.ts';
import { begin as stage } from '../../src/simulation/integrators/xpbd/motion.ts';
import { dispatchesOf } from './harness.ts';
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
    dispatches: dispatchesOf(BEGIN, world),
    read,
  });
  for (const name of read) expect(kernel[name]).toEqual(twin[name]);
});
