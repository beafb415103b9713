import { describe, expect, it } from 'vitest';
import { openBackend } from '../../../../src/engine/open-backend.ts';
import { createWorld, onThisThread, Simulator } from '../../../../src/index.ts';
import { readSceneFile } from '../../../../src/scenes/own/read-scene-file.ts';
import { toScene } from '../../../../src/scenes/own/to-scene.ts';
import { startParameters } from '../../../../src/scenes/start-parameters.ts';
import { exitOf } from '../../../../src/simulation/diagnostics/exit.ts';
import { MAX_COORDINATE } from '../../../../src/simulation/diagnostics/stages.ts';
import { BrokenStateError } from '../../../../src/simulation/simulator.ts';
import type { World } from '../../../../src/simulation/world/world.ts';
import { failureInWords } from '../../../../src/ui/notices/messages.ts';

/** Runs a ball from a place until the simulation ends. @param gravity [m/s^2] */
async function endOf(at: readonly number[], parameters: object): Promise<BrokenStateError> {
  const meshes = { a: { shape: 'ball', radius: 0.01, tetrahedra: 200 } };
  const scene = toScene(await readSceneFile({ untangle: 1, meshes, bodies: [{ mesh: 'a', at }], parameters }));
  const { placements, colliders } = scene.build(1);
  const start = startParameters(scene, 1);
  const { world, positions } = createWorld(placements, colliders, start);
  const backend = await openBackend({ world, positions, parameters: start, workers: onThisThread });
  const simulator = new Simulator(backend, start);
  try {
    for (let step = 0; step < 200; step++) await simulator.step();
  } catch (error) {
    if (error instanceof BrokenStateError) return error;
    throw error;
  } finally {
    await backend.dispose();
  }
  throw new Error('the ball stayed');
}

describe('a body that leaves the world', () => {
  it('has fallen out of it, if nothing has stopped it', async () => {
    const error = await endOf([0, -9999.9, 0], {});
    expect(error.message).toMatch(
      /^step \d+: body 0 has fallen out of the world: y is -10000(\.\d+)? m; expected a ground below it, or fewer frames \(the world ends at -10000 m\)$/,
    );
    expect(failureInWords(error, [])).toBe(`The simulation ended. ${error.message}.`);
  });

  it('may leave it upwards', async () => {
    const error = await endOf([0, 9999.9, 0], { gravity: -9.81 });
    expect(error.message).toMatch(/body 0 has left the world: y is 10000(\.\d+)? m; expected from -10000 to 10000 m$/);
  });
});

describe('positions beyond all bounds', () => {
  const world = { bodies: [{ vertexBase: 0 }, { vertexBase: 2 }], vertexCount: 4 } as unknown as World;
  const near = [0, 1, 2, 3, 4, 5];

  it.each([
    ['NaN', [0, -10_001, 0, Number.NaN, 0, 0]],
    ['an infinity', [0, Number.NEGATIVE_INFINITY, 0, 0, 0, 0]],
  ])('make no sense with %s', (_, own) => {
    expect(exitOf(world, Float32Array.of(...near, ...own), 1, MAX_COORDINATE)).toBeUndefined();
    expect(new BrokenStateError(7, 'solve', 1, undefined).message).toMatch(/body 1 .* not finite after 'solve'$/);
  });

  it('are told with their place, if no body moves so far in a step', () => {
    const exit = exitOf(world, Float32Array.of(...near, 0, -10_001, 0, 0, 20_000, 0), 1, MAX_COORDINATE);
    const error = new BrokenStateError(7, 'solve', 1, exit);
    expect(error.message).toBe(
      "step 7: body 1 has been thrown out of the world by 'solve': y is 20000 m; expected from -10000 to 10000 m",
    );
    expect(failureInWords(error, [])).toBe(`The simulation broke. ${error.message}.`);
  });

  it('are those of the body that is named', () => {
    const positions = Float32Array.of(...near, 0, 0, 10_001, 0, 0, 0);
    expect(exitOf(world, positions, 1, MAX_COORDINATE)).toEqual({ axis: 'z', coordinate: 10_001, isJump: false });
    expect(exitOf(world, positions, 0, MAX_COORDINATE)).toBeUndefined();
  });
});
