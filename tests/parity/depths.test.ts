import { expect, it } from 'vitest';
import code from '../../shaders/diagnostics/depths.wgsl';
import { NONE } from '../../src/mesh/topology.ts';
import { initialQueries } from '../../src/simulation/capacities.ts';
import { COUNTERS, PATH, PATH_OVERFLOW } from '../../src/simulation/state.ts';
import { depths as stage } from '../../src/simulation/diagnostics/stages.ts';
import { seededRandom } from '../fixtures/box-world.ts';
import { runTwins, WORLDS } from './twins.ts';

it.each(WORLDS)('depths: %s, bit for bit', async (_, make) => {
  const { world, state } = make();
  const random = seededRandom(4);
  let next = 0;
  for (let s = 0; s < world.surfaceVertexCount; s++) {
    state.pairOffsets[s] = next;
    state.pairCounts[s] = s === 1 ? 1 : Math.floor(3 * random());
    for (let k = 0; k < state.pairCounts[s]; k++) {
      const at = PATH.stride * Math.min(next++, initialQueries(world) - 1);
      state.paths.u32[at + PATH.face] = s === 1 ? 3 : [NONE, PATH_OVERFLOW, 1, 2][Math.floor(4 * random())];
      state.paths.f32[at + PATH.depth] = 0.02 * random() + (s === 1 ? 0.01 : 0);
    }
  }
  const dispatches = [{ count: world.surfaceVertexCount }];
  const twins = { label: 'depths', code, stage, world, state, dispatches, read: ['depths', 'counters'] as const };
  const { kernel, twin } = await runTwins(twins);
  expect(kernel.depths).toEqual(twin.depths);
  for (const counter of [COUNTERS.penetrating, COUNTERS.deep, COUNTERS.deepest])
    expect(kernel.counters[counter]).toBe(twin.counters[counter]);
  expect(kernel.counters[COUNTERS.deep]).toBeGreaterThan(0);
});
