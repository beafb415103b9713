import { PerspectiveCamera, Vector3 } from 'three/webgpu';
import { describe, expect, it } from 'vitest';
import { frameAll } from '../../../src/render/framing.ts';
import { octopi8 } from '../../../src/scenes/octopi-8.ts';

describe('the first picture', () => {
  const build = octopi8.build(3000);

  it.each([0.5, 1, 1.8])(
    'shows every vertex at width by height %f, and is no farther away than that asks for',
    (aspect) => {
      const { position, target } = frameAll(octopi8.camera, build, 38, aspect);
      const camera = new PerspectiveCamera(38, aspect, 0.1, 100);
      camera.position.set(...position);
      camera.lookAt(...target);
      camera.updateMatrixWorld();
      let reach = 0;
      for (const { positions } of build.placements) {
        for (let i = 0; i < positions.length; i += 3) {
          const { x, y } = new Vector3().fromArray(positions, i).project(camera);
          reach = Math.max(reach, Math.abs(x), Math.abs(y));
        }
      }
      expect(reach).toBeLessThan(0.9);
      expect(reach).toBeGreaterThan(0.7);
    },
  );
});
