import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { openInState } from '../../src/engine/open-backend.ts';
import { onThisThread } from '../../src/index.ts';
import type { Scene } from '../../src/scenes/scene.ts';
import { SCENES } from '../../src/scenes/scenes.ts';
import { startParameters } from '../../src/scenes/start-parameters.ts';
import { initialState } from '../../src/simulation/initial-state.ts';
import type { SimulationParameters } from '../../src/simulation/parameters.ts';
import { Simulator } from '../../src/simulation/simulator.ts';
import { createWorld } from '../../src/simulation/world/create-world.ts';

/** Every scene with and without culling of self-collisions: no bit of a position may differ. */

/** Frames per scene. By then bodies have met in most of them. */
const FRAMES = 30;

/** Runs a scene, and returns a hash of its positions after each frame. */
async function hashes(scene: Scene, selfCulling: SimulationParameters['selfCulling']): Promise<readonly string[]> {
  const size = scene.size.small;
  // Only modes with CCD search for self-collisions among moving elements.
  const parameters = { ...startParameters(scene, size), mode: 'hybrid', selfCulling } as const;
  const build = scene.build(size);
  const script = { ...build.script, switches: [] };
  const { world, positions } = createWorld(build.placements, build.colliders, parameters, script, build.air);
  const state = initialState(world, positions, parameters, (bytes) => new ArrayBuffer(bytes));
  const backend = await openInState({ world, state, workers: onThisThread });
  const simulator = new Simulator(backend, parameters);
  const each: string[] = [];
  for (let frame = 0; frame < FRAMES; frame++) {
    await simulator.frame();
    each.push(createHash('sha256').update(state.positions).digest('hex'));
  }
  backend.dispose();
  return each;
}

describe.each(SCENES)('$name', (scene) => {
  test(`has the same positions in each of ${FRAMES} frames`, async () => {
    expect(await hashes(scene, 'cones')).toEqual(await hashes(scene, 'off'));
  });
});
