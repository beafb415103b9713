import { describe, expect, it } from 'vitest';
import { createWorld, onThisThread, openBackend, Simulator } from '../../src/index.ts';
import { readSceneFile } from '../../src/scenes/own/read-scene-file.ts';
import { toScene } from '../../src/scenes/own/to-scene.ts';
import { startParameters } from '../../src/scenes/start-parameters.ts';
import { defaultParameters, type SimulationParameters } from '../../src/simulation/parameters.ts';
import { createSheet } from '../../src/simulation/world/create-sheet.ts';
import { sheetMesh } from '../fixtures/sheet.ts';
import { some } from '../fixtures/tier.ts';

// Bug: where two held parts met, a contact whose only free vertex had a tiny weight threw this vertex out of the world.

/** Positions and velocities stay finite, and no vertex goes far from where the parts are [m]. */
const NEAR = 10;

type Changed = Partial<SimulationParameters>;
type Bodies = Parameters<typeof openBackend>[0];

async function farthest(made: Pick<Bodies, 'world' | 'positions' | 'parameters'>, steps: number): Promise<number> {
  const backend = await openBackend({ ...made, workers: onThisThread });
  const simulator = new Simulator(backend, { ...defaultParameters(), ...made.parameters });
  for (let i = 0; i < steps; i++) await simulator.step();
  const positions = await backend.read('positions');
  const far = positions.reduce((most, x) => (Math.abs(x) <= most ? most : Math.abs(x)), 0);
  await backend.dispose();
  return far;
}

const end = (x: number, to: number) => ({
  within: { at: [x, 0, 0], radius: 0.1 },
  motion: {
    times: [0, 0.1],
    shifts: [
      [0, 0, 0],
      [to, 0, 0],
    ],
  },
});

/** Two bars along x, one behind the other, whose near ends are driven into each other. */
async function bars(changed: Changed) {
  const scene = toScene(
    await readSceneFile({
      untangle: 1,
      meshes: { bar: { shape: 'box', width: 0.8, height: 0.12, depth: 0.12, tetrahedra: 500 } },
      bodies: [
        { mesh: 'bar', at: [-0.45, 1, 0], holds: [end(0.4, 0.3)] },
        { mesh: 'bar', at: [0.45, 1.01, 0.013], holds: [end(-0.4, -0.3)] },
      ],
      parameters: changed as Record<string, number>,
    }),
  );
  const { placements, colliders, script } = scene.build(1);
  const parameters = startParameters(scene, 1);
  return { ...createWorld(placements, colliders, parameters, script), parameters };
}

/** Two sheets side by side whose near edges are held; one edge is driven through the other one. */
function sheets(changed: Changed) {
  const parameters = { ...defaultParameters(), gravity: 0, ...changed };
  const model = createSheet('sheet', sheetMesh(6, 0.1), 0.01);
  const rest = model.mesh.positions;
  const edge = (sign: number) => Uint32Array.from([...Array(49).keys()].filter((v) => sign * rest[3 * v] > 0.19));
  const left = rest.map((x, i) => x + [-0.31, 0, 0][i % 3]);
  const right = rest.map((x, i) => (i % 3 === 1 ? 0.02 + 0.1 * rest[i - 1] : x + [0.31, 0, 0.017][i % 3]));
  const shifts = [
    [0, 0, 0],
    [-0.15, -0.05, 0],
  ] as const;
  const drivers = [
    { body: 0, vertices: edge(1), motion: { times: [0] } },
    { body: 1, vertices: edge(-1), motion: { times: [0, 0.1], shifts } },
  ];
  const placements = [
    { model, positions: left },
    { model, positions: right },
  ];
  return { ...createWorld(placements, [], parameters, { drivers }), parameters };
}

const XPBD: readonly Changed[] = [{}, { mode: 'ccd', iterations: 20 }, { crossedEdges: 'part' }];
const IMPLICIT: readonly Changed[] = [
  { integrator: 'implicit-euler' },
  { integrator: 'implicit-euler', solver: 'newton' },
];

describe.each(some([...XPBD, ...IMPLICIT], 2))('held parts that meet, %o', (changed) => {
  it('ends of bars', async () => {
    expect(await farthest(await bars(changed), 40)).toBeLessThan(NEAR);
  });

  it('edges of sheets', async () => {
    expect(await farthest(sheets({ contactOffset: 0.005, ...changed }), 40)).toBeLessThan(NEAR);
  });
});
