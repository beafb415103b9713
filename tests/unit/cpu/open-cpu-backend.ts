import { openBackend, startWorkerNode } from '../../../src/index.ts';
import { createModel } from '../../../src/simulation/world/create-model.ts';
import { createWorld } from '../../../src/simulation/world/create-world.ts';
import { defaultParameters, type SimulationParameters } from '../../../src/simulation/parameters.ts';
import type { Script } from '../../../src/simulation/script/script.ts';
import type { Collider } from '../../../src/simulation/world/world.ts';
import type { WorkerHandle } from '../../../src/workers/start-worker.ts';
import { boxMesh } from '../mesh/box-mesh.ts';

/** Soft, so that a few steps of a small scene show contacts, friction and deformation. */
export const SOFT: SimulationParameters = {
  ...defaultParameters(),
  youngsModulus: 2e4,
  dropSpeed: 4,
  stepsPerFrame: 4,
};

/** Bars of 4 x 1 x 1 cubes or finer ones, each turned and shifted into the one below: they overlap from the start. */
function overlappingBars(
  colliders: readonly Collider[],
  script: Script,
  parameters: SimulationParameters,
  fineness: number,
) {
  const { positions: places, tets } = boxMesh(4 * fineness, fineness, fineness);
  const mesh = { positions: places.map((x) => x / fineness), tets };
  const model = createModel('bar', mesh, 0.5);
  const placements = [0, 1, 2].map((bar) => {
    const positions = mesh.positions.slice();
    for (let v = 0; v < positions.length; v += 3) {
      const [x, y, z] = mesh.positions.subarray(v, v + 3);
      positions[v] = bar % 2 ? z + 1.3 : x + 0.11 * bar;
      positions[v + 1] = y + 0.83 * bar;
      positions[v + 2] = bar % 2 ? -x + 2.4 : z + 0.07 * bar;
    }
    return { model, positions };
  });
  return createWorld(placements, colliders, parameters, script);
}

const FLOOR: readonly Collider[] = [{ normal: [0, 1, 0], offset: -0.1 }];

/**
 * @param url of the built pool.worker.ts    @param simd whether the material may be solved with SIMD
 * @param fineness number of cubes across a bar
 */
export async function openCpuBackend(
  url: URL,
  size: number,
  shared = true,
  colliders = FLOOR,
  script: Script = {},
  parameters = SOFT,
  simd = true,
  fineness = 1,
) {
  const { world, positions } = overlappingBars(colliders, script, parameters, fineness);
  const handles: WorkerHandle[] = [];
  let posted = 0;
  const start = () => {
    const handle = startWorkerNode(url);
    const post = handle.endpoint.postMessage;
    handle.endpoint.postMessage = (message, transfer) => {
      posted++;
      post(message, transfer);
    };
    handles.push(handle);
    return handle;
  };
  const workers = { count: size, shared, start };
  const backend = await openBackend({ world, positions, parameters, workers, simd });
  return { backend, handles, posted: () => posted };
}
