import { expect, it } from 'vitest';
import { CpuBackend } from '../../src/cpu/cpu-backend.ts';
import { onThisThread } from '../../src/engine/inline-pool.ts';
import { createGpuBackend } from '../../src/gpu/gpu-backend.ts';
import { initialState } from '../../src/simulation/initial-state.ts';
import { defaultParameters, MODES } from '../../src/simulation/parameters.ts';
import { createModel } from '../../src/simulation/world/create-model.ts';
import { createPoints, createRope } from '../../src/simulation/world/create-rope.ts';
import { createWorld } from '../../src/simulation/world/create-world.ts';
import { step } from '../../src/simulation/step.ts';
import { boxMesh } from '../unit/mesh/box-mesh.ts';
import { copyState, sharedDevice } from './harness.ts';
import { largestDifference } from './twins.ts';

/** float32 rounds positions up to 2 m to 1.2e-7 m, some times per step; contacts hand it on. */
const TOLERANCE = 5e-5;

const rope = createRope('rope', [-0.3, 0.5, 0.5, 0.5, 0.5, 0.5, 1.3, 0.6, 0.5], { thickness: 0.02, dimension: 3 });
const points = createPoints('points', [0.1, 0.5, 0.1, 0.3, 1.2, 0.3], { dimension: 3 });
const box = createModel('box', boxMesh(2, 2, 2), 0.5);

/** Shift of the box [m], since a rope's vertex in its very middle would have several shortest paths. */
const ASIDE = [0.03, 0.05, 0.01];

const cases = MODES.flatMap((mode) => [true, false].map((withBox) => ({ mode, withBox })));
it.each(cases)('bodies without faces move on the device as on the processor: %j', async ({ mode, withBox }) => {
  const parameters = { ...defaultParameters(), mode };
  const placements = [rope, points, ...(withBox ? [box] : [])].map((model) => ({
    model,
    positions: model === box ? model.mesh.positions.map((x, i) => x / 2 + ASIDE[i % 3]) : model.mesh.positions,
  }));
  const { world, positions } = createWorld(placements, [{ normal: [0, 1, 0], offset: 0 }], parameters);
  const start = initialState(world, positions, parameters, (bytes) => new ArrayBuffer(bytes));
  const device = await sharedDevice(world);
  const run = async (onDevice: boolean) => {
    const state = copyState(world, start);
    const pool = onThisThread(world, state);
    const backend = onDevice
      ? await createGpuBackend({ world, state, pool, device, adapterName: 'test' })
      : new CpuBackend(pool, 'test');
    for (let n = 0; n < 3; n++) await step(backend, { parameters, grabs: [] });
    const moved = ((await backend.read('positions')) as Float32Array).slice();
    await backend.dispose();
    return moved;
  };
  const [gpu, cpu] = [await run(true), await run(false)];
  expect(largestDifference(cpu, start.positions)).toBeGreaterThan(1e-4);
  expect(largestDifference(gpu, cpu)).toBeLessThan(TOLERANCE);
});
