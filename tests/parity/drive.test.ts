import { expect, it } from 'vitest';
import code from '../../shaders/script/drive.wgsl';
import { drive as stage } from '../../src/simulation/script/drive.ts';
import { COUNTERS, DRIVEN } from '../../src/simulation/state.ts';
import { boxWorld } from '../fixtures/box-world.ts';
import { copyState, runKernel, runStage } from './harness.ts';

/** Every other vertex of the three boxes, so that those between have to stay. */
const ALL = 78;

it.each([0, 1, 65, ALL])('drive: %d vertices', async (count) => {
  const motion = { times: [0] };
  const drivers = [60, ALL - 60].map((length, body) => ({
    body,
    vertices: Uint32Array.from({ length }, (_, i) => i),
    motion,
  }));
  const { world, state } = boxWorld({ script: { drivers } });
  for (let i = 0; i < ALL; i++) {
    state.driven.f32.set([0.3 * i, -1 / (i + 1), 7e-5 * i], DRIVEN.stride * i);
    state.driven.u32[DRIVEN.stride * i + DRIVEN.vertex] = 2 * i;
  }
  state.remainders.fill(1e-9);
  state.counters[COUNTERS.driven] = count;
  const twin = runStage(stage, { world, state: copyState(world, state) });
  const run = { label: 'drive', code, world, dispatches: [{ count }], read: ['positions', 'remainders'] as const };
  const kernel = await runKernel({ ...run, state });
  // Bits travel as they are.
  expect(kernel.positions).toEqual(twin.positions);
  expect(kernel.remainders).toEqual(twin.remainders);
  for (let v = 0; v < world.vertexCount; v++) {
    const goal = v % 2 === 0 && v < 2 * count ? state.driven.f32.subarray(2 * v, 2 * v + 3) : undefined;
    expect(twin.positions.subarray(3 * v, 3 * v + 3)).toEqual(goal ?? state.positions.subarray(3 * v, 3 * v + 3));
    expect(twin.remainders[3 * v + 2]).toBe(goal ? 0 : state.remainders[3 * v + 2]);
  }
  const perturbed = copyState(world, state);
  perturbed.driven.f32[1] += 1e-6;
  if (count > 0) expect((await runKernel({ ...run, state: perturbed })).positions).not.toEqual(twin.positions);
});
