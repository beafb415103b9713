import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { runScene } from '../../src/cli/recordings/run-scene.ts';
import type { Scene } from '../../src/scenes/scene.ts';
import { SCENES } from '../../src/scenes/scenes.ts';
import { startParameters } from '../../src/scenes/start-parameters.ts';
import type { SimulationParameters } from '../../src/simulation/parameters.ts';

/** Every scene with and without culling of self-collisions: no bit of a state may differ. Takes some 20 minutes. */

/** Frames per scene: bodies have met by then, and the funnel's cloth has gathered. */
const FRAMES = 70;

/** Returns a hash of positions per frame. */
async function hashes(scene: Scene, selfCulling: SimulationParameters['selfCulling']): Promise<readonly string[]> {
  const size = scene.size.small;
  const each: string[] = [];
  const { broke } = await runScene({
    scene,
    size,
    backend: 'cpu',
    workers: 1,
    // Only modes with CCD search for self-collisions among moving elements.
    parameters: { ...startParameters(scene, size), mode: 'hybrid', selfCulling },
    switches: [],
    frames: FRAMES,
    overlaps: false,
    observe: ({ positions }) => {
      each.push(createHash('sha256').update(positions).digest('hex'));
    },
  });
  expect(broke).toBe(undefined);
  return each;
}

describe.each(SCENES)('$name', (scene) => {
  test(`has the same positions in each of ${FRAMES} frames`, async () => {
    const on = await hashes(scene, 'cones');
    expect(on).toHaveLength(FRAMES);
    expect(on).toEqual(await hashes(scene, 'off'));
  });
});
