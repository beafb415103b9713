import { expect, it } from 'vitest';
import { createWorld, onThisThread, openBackend, Simulator } from '../../src/index.ts';
import { readSceneFile } from '../../src/scenes/own/read-scene-file.ts';
import { toScene } from '../../src/scenes/own/to-scene.ts';
import { startParameters } from '../../src/scenes/start-parameters.ts';

/** A bar of 1 m along x whose ends are held: the right one is turned by a quarter and let go after 1 s. A wall is pushed towards it. */
const SCENE = {
  untangle: 1,
  meshes: { bar: { shape: 'box', width: 1, height: 0.2, depth: 0.2, tetrahedra: 500 } },
  bodies: [
    {
      mesh: 'bar',
      at: [0, 2, 0],
      holds: [
        { within: { at: [-0.5, 0, 0], radius: 0.15 } },
        {
          within: { at: [0.5, 0, 0], radius: 0.15 },
          motion: {
            times: [0, 0.5],
            shifts: [
              [0, 0, 0],
              [-0.1, 0.2, 0],
            ],
            turns: [0, 0.25],
            axis: [3, 0, 0],
          },
          until: 1,
        },
      ],
    },
    { mesh: 'bar', at: [0, 0.1, 3] },
  ],
  obstacles: [
    { kind: 'plane', at: [0, 0, 0], normal: [0, 1, 0] },
    {
      kind: 'plane',
      at: [0, 0, 3.5],
      normal: [0, 0, -1],
      motion: {
        times: [0, 1],
        shifts: [
          [0, 0, 0],
          [0, 0, -1],
        ],
      },
    },
  ],
  parameters: { timeStep: 0.005, stepsPerFrame: 1, materialDamping: 0.01 },
};
const STEPS_PER_SECOND = 200;

it('holds and turns parts of bodies and moves walls as the file says, and lets go in time', async () => {
  const scene = toScene(await readSceneFile(SCENE));
  const { placements, colliders, script } = scene.build(1);
  const parameters = startParameters(scene, 1);
  const { world, positions } = createWorld(placements, colliders, parameters, script);
  const backend = await openBackend({ world, positions, parameters, workers: onThisThread });
  const simulator = new Simulator(backend, parameters);
  const starts = positions.slice();
  const at = async (steps: number) => {
    for (let i = 0; i < steps; i++) await simulator.frame();
    return (await backend.read('positions')).slice();
  };
  const [bar, pushed] = [0, 1].map((placement) => world.bodies.find((body) => body.placement === placement)!);
  const count = world.models[bar.model].topology.vertexCount;
  const ids = Array.from({ length: count }, (_, v) => bar.vertexBase + v);
  const near = (end: number) =>
    ids.filter((v) => Math.hypot(starts[3 * v] - end, starts[3 * v + 1] - 2, starts[3 * v + 2]) <= 0.15);
  const [left, right] = [near(-0.5), near(0.5)];
  expect(Math.min(left.length, right.length)).toBeGreaterThan(3);

  const turned = await at(STEPS_PER_SECOND * 0.75);
  for (const v of left) expect(turned.slice(3 * v, 3 * v + 3)).toEqual(starts.slice(3 * v, 3 * v + 3));
  for (const v of right) {
    // A quarter turn about the line through (0, 2, 0) along x takes (x, y, z) to (x, 2 - z, y - 2).
    const [x, y, z] = starts.slice(3 * v, 3 * v + 3);
    const expected = [x - 0.1, 2 - z + 0.2, y - 2];
    for (let k = 0; k < 3; k++) expect(turned[3 * v + k]).toBeCloseTo(expected[k], 6);
  }

  const later = await at(STEPS_PER_SECOND * 1.25);
  const mean = (x: Float32Array, vertices: readonly number[], k: number) =>
    vertices.reduce((sum, v) => sum + x[3 * v + k], 0) / vertices.length;
  for (const v of left) expect(later.slice(3 * v, 3 * v + 3)).toEqual(starts.slice(3 * v, 3 * v + 3));
  expect(mean(later, right, 1)).toBeLessThan(mean(turned, right, 1) - 0.2);
  // The wall went from z = 3.5 to 2.5 m, and pushed the other bar along.
  const others = Array.from({ length: count }, (_, v) => pushed.vertexBase + v);
  for (const v of others) expect(later[3 * v + 2]).toBeLessThan(2.5 + 1e-3);
  await backend.dispose();
});
