import { expect, it } from 'vitest';
import { answers } from '../../../src/cpu/programs.ts';
import type { GpuBuffers } from '../../../src/gpu/buffers.ts';
import { PathOverflows } from '../../../src/gpu/path-overflows.ts';
import { defaultParameters } from '../../../src/simulation/parameters.ts';
import { COUNTERS, PATH, PATH_OVERFLOW, QUERY } from '../../../src/simulation/state.ts';
import { boxWorld } from '../../fixtures/box-world.ts';
import { onThisThread } from '../../../src/engine/inline-pool.ts';

it('answers the paths that overflowed as a whole pass does, and uploads those of the queries only', async () => {
  const { world, state } = boxWorld();
  const { queries, paths, counters, positions } = state;
  const [first, second, third] = [...world.tetTrees.keys()].map((body) => world.bodies[body].vertexBase);
  for (const [i, vertex] of [first, second, third].entries()) {
    const { tets } = world.models[world.bodies[i].model].topology;
    const at = QUERY.stride * i;
    // The middle of the body's first tetrahedron.
    for (let k = 0; k < 3; k++)
      queries.f32[at + k] = [0, 1, 2, 3].reduce((x, c) => x + positions[3 * (vertex + tets[c]) + k] / 4, 0);
    queries.u32.set([vertex, i, 0], at + QUERY.vertex);
  }
  counters[COUNTERS.queries] = 3;
  const parameters = defaultParameters();
  await onThisThread(world, state).run({ parameters, entries: answers('flood') });
  const expected = paths.u32.slice(0, 3 * PATH.stride);

  // The second overflowed; boxes and folds are whatever they were.
  const device = { paths: paths.u32.slice(), queries: queries.u32.slice(), counters: Uint32Array.of(0, 0, 3) };
  device.paths.fill(PATH_OVERFLOW, PATH.stride, 2 * PATH.stride);
  for (const boxes of [state.tetBoxes, state.faceBoxes, state.bodyBoxes]) boxes.fill(0);
  state.foldedEdges.fill(1);
  const uploads: unknown[] = [];
  const buffers = { upload: (...upload: unknown[]) => uploads.push(upload) } as unknown as GpuBuffers;
  const bytes = [positions.slice(), device.queries, device.paths, device.counters].map(({ buffer }) => buffer);
  await new PathOverflows(onThisThread(world, state), buffers).answer(bytes as ArrayBuffer[], parameters, 'flood');
  expect(uploads).toEqual([['paths', expected]]);
});
