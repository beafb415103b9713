import { expect, it } from 'vitest';
import { WORKGROUP_SIZE } from '../../src/gpu/constants.ts';
import { queryDispatches } from '../../src/gpu/dispatches.ts';
import { createModel } from '../../src/simulation/create-model.ts';
import { createWorld } from '../../src/simulation/create-world.ts';
import { queries } from '../../src/simulation/detect/queries.ts';
import { allocateState, COUNTERS, PAIRS_PER_VERTEX, QUERY, queryCapacity } from '../../src/simulation/state.ts';
import { seededRandom } from '../fixtures/box-world.ts';
import { boxMesh } from '../unit/mesh/box-mesh.ts';
import { copyState, runKernel, runStage } from './harness.ts';

/** More blocks than a workgroup has threads, so that a thread of the scan's second part has a run of them. */
const model = createModel('box', boxMesh(3, 3, 3), 1);
const bodies = Math.ceil((1.5 * WORKGROUP_SIZE * WORKGROUP_SIZE) / model.topology.surfaceVertexCount);
const { world } = createWorld(
  Array.from({ length: bodies }, () => ({ model, positions: model.mesh.positions })),
  [],
);

/** @param share of the vertices that have pairs */
function stateWith(share: number) {
  const random = seededRandom(7);
  const state = allocateState(world, (bytes) => new ArrayBuffer(bytes));
  for (let i = 0; i < state.positions.length; i++) state.positions[i] = random();
  for (let s = 0; s < world.surfaceVertexCount; s++) {
    state.pairCounts[s] = random() < share ? 1 + Math.floor(random() * PAIRS_PER_VERTEX) : 0;
    for (let k = 0; k < 2 * PAIRS_PER_VERTEX; k++)
      state.pairs[2 * PAIRS_PER_VERTEX * s + k] = Math.floor(random() * 50);
  }
  state.counters[COUNTERS.contactsDropped] = 5;
  return state;
}

const all = world.surfaceVertexCount;
it.each([
  [0, 0.3],
  [1, 1],
  [WORKGROUP_SIZE, 0.5],
  [WORKGROUP_SIZE + 1, 0.5],
  [all, 0.1],
  // Three quarters more than fit.
  [all, 0.7],
])('lists the pairs of %i vertices as queries, where a share of %f has some', async (count, share) => {
  const state = stateWith(share);
  const read = ['pairOffsets', 'queries', 'counters'] as const;
  const gpu = await runKernel({ label: 'queries', world, state, dispatches: queryDispatches(count), read });
  // The capacity stays the whole world's.
  const cut = copyState(world, state);
  cut.pairCounts.fill(0, count);
  const cpu = runStage(queries, { world, state: cut });
  expect(gpu.pairOffsets.subarray(0, count)).toEqual(cpu.pairOffsets.subarray(0, count));
  expect(gpu.counters).toEqual(cpu.counters);
  const total = cpu.counters[COUNTERS.queries];
  for (let q = 0; q < total; q++) {
    const at = QUERY.stride * q;
    expect(gpu.queries.u32.subarray(at, at + QUERY.stride)).toEqual(cpu.queries.u32.subarray(at, at + QUERY.stride));
  }
  if (share === 0.7) expect(total).toBe(queryCapacity(world));
});
