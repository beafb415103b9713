import { expect, it } from 'vitest';
import { openInState } from '../../src/engine/open-backend.ts';
import { onThisThread } from '../../src/index.ts';
import { initialState } from '../../src/simulation/initial-state.ts';
import { defaultParameters, type SimulationParameters } from '../../src/simulation/parameters.ts';
import { LARGEST_WORKGROUP } from '../../src/simulation/program/pass.ts';
import { Simulator } from '../../src/simulation/simulator.ts';
import { createModel } from '../../src/simulation/world/create-model.ts';
import { createWorld } from '../../src/simulation/world/create-world.ts';
import { seededRandom } from '../fixtures/box-world.ts';
import { planarWorld } from '../fixtures/planar.ts';
import { isFull, some } from '../fixtures/tier.ts';
import { boxMesh } from '../unit/mesh/box-mesh.ts';
import { sharedDevice } from './harness.ts';

// Several threads per constraint give the bits of one (shaders/constraints/elastic/colour-shared.wgsl).

const FRAMES = 3;
const SMALL = [boxMesh(2, 1, 2), boxMesh(5, 5, 5), boxMesh(6, 6, 6)];
/** The last ones have colours of more than a quarter, half and all of the workgroup's threads. */
const MESHES = [...SMALL, boxMesh(8, 8, 8), boxMesh(10, 10, 10), boxMesh(12, 12, 11)];

/** Bodies beside one another, each mesh twice, with shaken vertices, above a floor on which they fall. */
function boxes(meshes: typeof MESHES, parameters: SimulationParameters) {
  const random = seededRandom(3);
  const models = meshes.map((mesh, i) => createModel(`box ${i}`, mesh, 1));
  const placements = models.flatMap((model, i) =>
    [0, 1].map((twin) => ({
      model,
      positions: model.mesh.positions.map((x, k) => x + [15 * i, 0.01, 15 * twin][k % 3] + 0.1 * (random() - 0.5)),
    })),
  );
  const { world, positions } = createWorld(placements, [{ normal: [0, 1, 0], offset: 0 }], parameters);
  return { world, state: initialState(world, positions, parameters, (bytes) => new ArrayBuffer(bytes)) };
}

const MADE = {
  small: (p: SimulationParameters) => boxes(SMALL, p),
  'all sizes': (p: SimulationParameters) => boxes(MESHES, p),
};
const PLANAR = { 'in the plane': (parameters: SimulationParameters) => planarWorld({ cells: 12, parameters }) };
const KINDS = [
  ['neo-hookean', { youngsModulus: 1e5 }, MADE],
  ['neo-hookean-xpbd', { youngsModulus: 1e5 }, MADE],
  ['mass-spring', { springStiffness: 1e6 }, { ...MADE, ...PLANAR }],
] as const;
const CASES = KINDS.flatMap(([material, changed, made]) =>
  Object.entries(made).map(([name, make]) => [material, name, changed, make] as const),
);

it.each(isFull ? CASES : CASES.slice(-1))(
  '%s, %s: frames have the same bits for several threads as for one',
  async (material, name, changed, make) => {
    const parameters: SimulationParameters = {
      ...defaultParameters(),
      material,
      ...changed,
      materialDamping: 1e-3,
      mode: 'off',
      stepsPerFrame: 2,
    };
    const run = async (mostThreads: 1 | 2 | 4) => {
      const { world, state } = make(parameters);
      const gpu = { device: await sharedDevice(world), adapterName: 'test', mostThreads };
      const backend = await openInState({ world, state, backend: gpu, workers: onThisThread });
      try {
        const simulator = new Simulator(backend, parameters);
        const hashes: unknown[] = [];
        for (let f = 0; f < FRAMES; f++) hashes.push((await simulator.frame({ hash: true })).hash);
        const sizes = world.batches[material].map(({ begin, end }) => end - begin);
        return { hashes, sizes };
      } finally {
        await backend.dispose();
      }
    };
    const { hashes, sizes } = await run(1);
    expect(new Set(hashes).size).toBe(FRAMES);
    // Colours of each size, so that the kernels choose each number of threads.
    const chosen = [4, 2, 1].map((threads) => sizes.filter((size) => size * threads <= LARGEST_WORKGROUP).length);
    expect(chosen[0]).toBeGreaterThan(0);
    if (name === 'all sizes')
      for (const [i, count] of [...chosen.slice(1), sizes.length].entries()) expect(count).toBeGreaterThan(chosen[i]);
    for (const threads of some([4, 2] as const, 1)) expect((await run(threads)).hashes).toEqual(hashes);
  },
);
