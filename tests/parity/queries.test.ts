import { expect, it } from 'vitest';
import { WORKGROUP_SIZE } from '../../src/gpu/kernels/constants.ts';
import { queryDispatches } from '../../src/simulation/detect/passes.ts';
import { createModel } from '../../src/simulation/world/create-model.ts';
import { createWorld } from '../../src/simulation/world/create-world.ts';
import { queries } from '../../src/simulation/detect/queries.ts';
import type { ContactPoints } from '../../src/simulation/parameters.ts';
import { pairPlace, PAIRS_PER_POINT, initialQueries } from '../../src/simulation/capacities.ts';
import { COUNTERS, QUERY } from '../../src/simulation/state.ts';
import { allocateState } from '../../src/simulation/state-memory.ts';
import type { World } from '../../src/simulation/world/world.ts';
import { seededRandom } from '../fixtures/box-world.ts';
import { boxMesh } from '../unit/mesh/box-mesh.ts';
import { copyState, runKernel, runStage } from './harness.ts';

/** More blocks than a workgroup has threads, so that a thread of the scan's second part has a run of them. */
const model = createModel('box', boxMesh(3, 3, 3), 1);
const bodies = Math.ceil((1.5 * WORKGROUP_SIZE * WORKGROUP_SIZE) / model.topology.surfaceVertexCount);
const worldOf = (contactPoints: ContactPoints): World =>
  createWorld(
    Array.from({ length: bodies }, () => ({ model, positions: model.mesh.positions })),
    [],
    { contactPoints },
  ).world;
const worlds = { vertices: worldOf('vertices'), all: worldOf('all') };

/** @param share of the points that have pairs */
function stateWith(world: World, share: number) {
  const random = seededRandom(7);
  const state = allocateState(world, (bytes) => new ArrayBuffer(bytes));
  for (let i = 0; i < state.positions.length; i++) state.positions[i] = random();
  for (let k = 0; k < state.pairs.length; k++) state.pairs[k] = Math.floor(random() * 50);
  for (let point = 0; point < world.points.count; point++) {
    const isEdge = point >= world.points.firstEdge;
    const count = isEdge ? 1 : 1 + Math.floor(random() * PAIRS_PER_POINT);
    state.pairCounts[point] = random() < share ? count : 0;
    if (isEdge)
      state.pairs[2 * pairPlace(world, PAIRS_PER_POINT, point) + 2] = new Uint32Array(
        Float32Array.of(random()).buffer,
      )[0];
  }
  state.counters[COUNTERS.contactsDropped] = 5;
  return state;
}

const cases: readonly (readonly [count: number, share: number, which: keyof typeof worlds])[] = [
  [0, 0.3, 'vertices'],
  [1, 1, 'vertices'],
  [WORKGROUP_SIZE, 0.5, 'vertices'],
  [WORKGROUP_SIZE + 1, 0.5, 'vertices'],
  [Infinity, 0.1, 'vertices'],
  // Three quarters more than fit.
  [Infinity, 0.7, 'vertices'],
  [Infinity, 0.1, 'all'],
  [Infinity, 0.9, 'all'],
];
/** [m] in a world of 1 m: four products are added in float32. */
const ROUNDING = 3e-7;

it.each(cases)(
  'lists the pairs of %f points as queries, where a share of %f has some: %s',
  async (most, share, which) => {
    const world = worlds[which];
    const count = Math.min(most, world.points.count);
    const state = stateWith(world, share);
    const read = ['pairOffsets', 'queries', 'counters'] as const;
    const gpu = await runKernel({ label: 'queries', world, state, dispatches: queryDispatches(count), read });
    // The capacity stays the whole world's.
    const cut = copyState(world, state);
    cut.pairCounts.fill(0, count);
    const cpu = runStage(queries, { world, state: cut });
    expect(gpu.pairOffsets.subarray(0, count)).toEqual(cpu.pairOffsets.subarray(0, count));
    expect(gpu.counters).toEqual(cpu.counters);
    const total = cpu.counters[COUNTERS.queries];
    let furthest = 0;
    let different = 0;
    for (let at = 0; at < QUERY.stride * total; at++) {
      if (at % QUERY.stride < QUERY.vertex) {
        furthest = Math.max(furthest, Math.abs(gpu.queries.f32[at] - cpu.queries.f32[at]));
      } else if (gpu.queries.u32[at] !== cpu.queries.u32[at]) different++;
    }
    expect(different).toBe(0);
    expect(furthest).toBeLessThan(which === 'vertices' && !world.points.areWatched ? Number.MIN_VALUE : ROUNDING);
    if (share === 0.7 || share === 0.9) expect(total).toBe(initialQueries(world));
  },
);
