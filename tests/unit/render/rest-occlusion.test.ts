import { expect, test } from 'vitest';
import { squishyBall } from '../../../src/scenes/models/squishy-ball.ts';
import { restOcclusion } from '../../../src/render/rest-occlusion.ts';
import { createModel } from '../../../src/simulation/world/create-model.ts';
import { boxMesh } from '../mesh/box-mesh.ts';

test('an isolated shape is unoccluded', () => {
  const occlusion = restOcclusion(createModel('box', boxMesh(6, 6, 6), 0.5));
  expect(Math.max(...occlusion)).toBeLessThan(0.15);
});

test('a tentacle is darker at its root than at its tip', () => {
  const { mesh, tentacleRadius, tentacleOffsets } = squishyBall({ tetrahedra: 6000 });
  const occlusion = restOcclusion(createModel('squishy-ball', mesh, tentacleRadius));
  for (let i = 0; i + 1 < tentacleOffsets.length; i++) {
    const own = occlusion.subarray(tentacleOffsets[i], tentacleOffsets[i + 1]);
    const mean = (part: Float32Array) => part.reduce((sum, x) => sum + x, 0) / part.length;
    const third = Math.floor(own.length / 3);
    expect(mean(own.subarray(0, third))).toBeGreaterThan(2 * mean(own.subarray(2 * third)));
  }
});
