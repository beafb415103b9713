// Takes long: whole runs on the device, beside the CPU.
import { expect, it } from 'vitest';
import { World } from '../../src/engine/world.ts';
import { namedStarts } from '../../src/paper/recovery/starts.ts';
import { judge } from '../../src/paper/recovery/judge.ts';
import { parametersOf } from '../../src/paper/recovery/trial.ts';
import type { Start } from '../../src/paper/recovery/start.ts';
import { some } from '../fixtures/tier.ts';
import { sharedDevice } from './harness.ts';

/** Starts that come apart on both backends: of each kind some, none of many elements, since software takes long for them. */
const NAMES = [
  'box 20 %',
  'box 75 %',
  'box 45 %',
  'box 60 %',
  'box 90 %',
  'aligned dy 0.1',
  'aligned dy 0.05',
  'aligned dy 0',
  'aligned sideways',
  'wound bar (README)',
  '6 tets dy 0',
  '6 tets in 192',
  '1 tet, shifted',
  'meshes dy 0.1',
  'coarse rod through block',
  'three boxes in a heap',
  'small in large, centred',
  'ten cubes in a handful',
  'rod upright through plate',
  '6 tets dy 0.1',
];
/** Steps between two comparisons, and how many comparisons there are at most. */
const STEPS = 4;
const FRAMES = 115;
/** Largest difference of overlapShare between the backends at any frame. */
const TOLERANCE = 0.01;

const startNamed = (name: string): Start => {
  const start = namedStarts().find((known) => known.name === name);
  if (!start)
    throw new Error(
      `No start is called '${name}'; expected one of ${namedStarts()
        .map((s) => s.name)
        .join(', ')}`,
    );
  return start;
};

const open = (start: Start, device?: GPUDevice): Promise<World> =>
  World.create({
    workers: 0,
    ...(device && { device }),
    bodies: start.bodies.map(({ mesh, positions }) => ({ mesh, positions })),
    colliders: start.hasGround ? [{ normal: [0, 1, 0], offset: 0 }] : [],
    parameters: parametersOf(start, {}),
  });

/** Positions of each body. */
async function shapesOf({ data, backend }: World): Promise<Float32Array[]> {
  const positions = (await backend.read('positions')) as Float32Array;
  return data.bodies.map(({ model, vertexBase }) =>
    positions.slice(3 * vertexBase, 3 * (vertexBase + data.models[model].topology.vertexCount)),
  );
}

it.each(some(NAMES, 2))('%s comes apart on the device as on the CPU', async (name) => {
  const start = startNamed(name);
  const cpu = await open(start);
  const gpu = await open(start, await sharedDevice(cpu.data));
  const rest = start.bodies.map(({ mesh }) => mesh);
  expect(judge(rest, await shapesOf(cpu)).isFree).toBe(false);
  let deepFrames = 0;
  let isApart = false;
  for (let frame = 0; frame < FRAMES && !isApart; frame++) {
    const [onCpu, onGpu] = [await cpu.frame({ steps: STEPS }), await gpu.frame({ steps: STEPS })];
    expect(Math.abs(onGpu.overlapShare - onCpu.overlapShare), `frame ${frame}`).toBeLessThanOrEqual(TOLERANCE);
    deepFrames += Number(onGpu.deepRegions > 0);
    if (onGpu.overlapShare > 0) continue;
    const { isFree, isWhole } = judge(rest, await shapesOf(gpu));
    isApart = isFree && isWhole;
  }
  expect(deepFrames).toBeGreaterThan(0);
  expect(isApart).toBe(true);
  await cpu.dispose();
  await gpu.dispose();
});
