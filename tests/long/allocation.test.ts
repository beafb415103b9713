import { type Remote, wrap } from 'comlink';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CpuBackend } from '../../src/cpu/cpu-backend.ts';
import { sceneByName } from '../../src/scenes/scenes.ts';
import { startParameters } from '../../src/scenes/start-parameters.ts';
import { createWorld } from '../../src/simulation/create-world.ts';
import { initialOrders } from '../../src/simulation/detect/rebuild.ts';
import { initialState } from '../../src/simulation/initial-state.ts';
import { Simulator } from '../../src/simulation/simulator.ts';
import { COUNTERS } from '../../src/simulation/state.ts';
import { createPool } from '../../src/workers/pool.ts';
import { startWorkerNode } from '../../src/workers/start-worker-node.ts';
import type { WorkerHandle } from '../../src/workers/worker-handle.ts';
import { type BuiltWorker, buildWorker } from '../environment/build-worker.ts';

/** Steps until V8 has compiled what a step runs; until then it boxes numbers. */
const WARM_UP = 220;
const STEPS = 30;
/**
 * Bytes a step. Measured: 960 to 1528, by what V8 inlines, so that 1 KB can't be held safely; most of it is read from the clock of the
 * stages. It was 550 KB with numbers boxed at calls. Of this size only: at 2000 tetrahedra a body V8 boxes numbers of the narrow phase
 * of vertices and faces for hundreds of steps, 390 KB each.
 */
const MOST = 2048;

let built: BuiltWorker;
beforeAll(async () => {
  built = await buildWorker('tests/fixtures/workers/allocation.worker.ts');
});
afterAll(() => built.remove());

test('a step in contact leaves next to nothing to the garbage collector', async () => {
  const scene = sceneByName('octopi-8');
  if (!scene) throw new Error('the scene is gone');
  const { placements, colliders, script } = scene.build(1000);
  const parameters = { ...startParameters(scene, 1000), dropSpeed: 15 };
  const { world, positions } = createWorld(placements, colliders, parameters.contactPoints, script);
  const state = initialState(world, positions, parameters, (bytes) => new SharedArrayBuffer(bytes));
  initialOrders(world, state);
  const handles: WorkerHandle[] = [];
  const startWorker = () => {
    handles.push(startWorkerNode(built.url));
    return handles[0];
  };
  const pool = await createPool({ world, state, size: 1, shared: true, startWorker });
  const simulator = new Simulator(new CpuBackend(pool, 'test'), parameters);
  for (let i = 0; i < WARM_UP + STEPS; i++) await simulator.frame({ steps: 1 });
  expect(state.counters[COUNTERS.contactsCcd]).toBeGreaterThan(50);

  const worker = wrap(handles[0].endpoint) as Remote<{ take(): readonly number[] }>;
  // A frame of one step is two programs: the step, and the frame's measures.
  const steps = (await worker.take()).filter((_, i) => i % 2 === 0).slice(-STEPS);
  const median = steps.toSorted((a, b) => a - b)[STEPS / 2];
  expect(median, steps.join(' ')).toBeLessThan(MOST);
  expect(median).toBeGreaterThan(0); // or nothing was counted
  await pool.dispose();
}, 60_000);
