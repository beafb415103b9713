import { cases, some } from '../fixtures/tier.ts';
import { describe, expect, it } from 'vitest';
import { createWorld, onThisThread, openBackend, Simulator } from '../../src/index.ts';
import { InterpenetratingVertices } from '../../src/record/untangled.ts';
import type { OwnScene } from '../../src/scenes/own/scene-file.ts';
import { defaultShape, makeShape } from '../../src/scenes/own/shapes.ts';
import { toScene } from '../../src/scenes/own/to-scene.ts';
import { startParameters } from '../../src/scenes/start-parameters.ts';
import { fullScene } from '../fixtures/own-scene.ts';

/** A ball above, or half in, a box that is held. */
const onHeldBox = (height: number): OwnScene => ({
  ...fullScene(),
  meshes: {
    ball: makeShape({ kind: 'ball', sizes: { radius: 0.3, tetrahedra: 400 } }),
    box: makeShape({ kind: 'box', sizes: { ...defaultShape('box').sizes, tetrahedra: 500 } }),
  },
  bodies: [
    { mesh: 'box', at: [0, 0, 0], turn: [0, 0, 0, 1], scale: 1, held: true },
    // Two held bodies that overlap for good.
    { mesh: 'box', at: [0.5, 0.1, 0], turn: [0, 0, 0, 1], scale: 1, held: true },
    { mesh: 'ball', at: [0, height, 0], turn: [0, 0, 0, 1], scale: 1 },
  ],
  obstacles: [],
  parameters: { timeStep: 1 / 300, stepsPerFrame: 5, iterations: 5, youngsModulus: 1e5 },
});

async function run(own: OwnScene, frames: number, parameters: OwnScene['parameters'] = {}) {
  const scene = toScene({ ...own, parameters: { ...own.parameters, ...parameters } });
  const { placements, colliders, script } = scene.build(1);
  const all = startParameters(scene, 1);
  const { world, positions } = createWorld(placements, colliders, all, { drivers: script?.drivers ?? [] });
  const backend = await openBackend({ world, positions, parameters: all, workers: onThisThread });
  const simulator = new Simulator(backend, all);
  for (let i = 0; i < frames; i++) await simulator.frame();
  const ends = (await backend.read('positions')).slice();
  await backend.dispose();
  return { world, starts: positions, ends };
}

describe('a held body', () => {
  it.each(some(['xpbd', 'implicit-euler'] as const, 1))(
    'stays where it is and bears what falls on it (%s)',
    async (integrator) => {
      const { world, starts, ends } = await run(onHeldBox(0.95), cases(40, 25), { integrator });
      const ball = world.bodies.findIndex(({ placement }) => placement === 2);
      const from = 3 * world.bodies[ball].vertexBase;
      world.bodies.forEach(({ vertexBase }, body) => {
        if (body === ball) return;
        const end = vertexBase + world.models[world.bodies[body].model].topology.vertexCount;
        expect(ends.slice(3 * vertexBase, 3 * end)).toEqual(starts.slice(3 * vertexBase, 3 * end));
      });
      const heights = ends.slice(from, from + starts.length).filter((_, i) => i % 3 === 1);
      const lowest = Math.min(...heights.slice(0, world.models[world.bodies[ball].model].topology.vertexCount));
      expect(lowest).toBeGreaterThan(0.45);
      expect(lowest).toBeLessThan(0.7);
    },
  );

  it('pushes out a body that starts in it', async () => {
    const own = onHeldBox(0.6);
    const { world, ends } = await run({ ...own, bodies: [own.bodies[0], own.bodies[2]] }, cases(40, 25));
    expect(new InterpenetratingVertices(world).count(ends)).toBe(0);
  });
});
