import { expect, it } from 'vitest';
import code from '../../shaders/integrators/xpbd/predict.wgsl';
import { predict as stage } from '../../src/simulation/integrators/xpbd/motion.ts';
import { largestDifference, runTwins, stir, WORLDS } from './twins.ts';

/** Two roundings of numbers below 8: half a unit in the last place is 2.4e-7. */
const TOLERANCE = 1e-6;

it.each(WORLDS)('predict: %s', async (_, make) => {
  const { world, state } = make();
  stir(state);
  const parameters = { velocityDamping: 2 };
  for (const count of [0, world.vertexCount]) {
    const dispatches = [{ count }];
    const read = ['positions', 'velocities'] as const;
    const run = await runTwins(
      { label: 'predict', code, stage, world, state, parameters, dispatches, read },
      { timeStep: 3.31e-3, gravity: 9.8 },
    );
    for (const name of read) {
      if (count === 0) expect(run.kernel[name]).toEqual(state[name]);
      else {
        expect(largestDifference(run.kernel[name], run.twin[name])).toBeLessThan(TOLERANCE);
        expect(largestDifference(run.kernel[name], run.perturbed[name])).toBeGreaterThan(TOLERANCE);
      }
    }
  }
});
