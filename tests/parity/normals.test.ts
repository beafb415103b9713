import { expect, it } from 'vitest';
import code from '../../shaders/view/normals.wgsl';
import { normals as stage } from '../../src/simulation/view/normals.ts';
import { largestDifference, runTwins, WORLDS } from './twins.ts';

/** Unit vectors from some twenty roundings of products of edges of 1 m, at positions up to 8 m. */
const TOLERANCE = 2e-6;

it.each(WORLDS)('normals: %s', async (_, make) => {
  const { world, state } = make();
  const dispatches = [{ count: world.surfaceVertexCount }];
  const twins = { label: 'normals', code, stage, world, state, dispatches, read: ['normals'] as const };
  const { kernel, twin } = await runTwins(twins);
  expect(largestDifference(kernel.normals, twin.normals)).toBeLessThan(TOLERANCE);
  state.positions[3 * world.surfaceVertices[0]] += 1e-4;
  const moved = await runTwins(twins);
  expect(largestDifference(kernel.normals, moved.twin.normals)).toBeGreaterThan(TOLERANCE);
  // A body squeezed into a point has none.
  state.positions.fill(1);
  expect((await runTwins(twins)).kernel.normals.every((x) => x === 0)).toBe(true);
});
