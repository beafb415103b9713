import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../../src/math/random.ts';
import { buildPatchTree } from '../../../../src/simulation/self-collision/patch-tree.ts';
import {
  COORDINATE_ROUNDOFFS,
  createProjection,
  projectContour,
} from '../../../../src/simulation/self-collision/projection.ts';
import { gridSurface } from '../../../fixtures/folded-surfaces.ts';
import { topologyOf } from '../../../fixtures/self-collision.ts';

/** Bits after the point of exact numbers. */
const BITS = 300;
/** An exact whole number: x times 2^BITS. All numbers here are multiples of 2^-BITS. */
const exact = (x: number): bigint => BigInt(x * 2 ** BITS);

describe('projected coordinates', () => {
  it.each([1, 100, 1e4, 1e6])('are right up to their bound, for contours %d times as high as wide', (height) => {
    const random = seededRandom(height);
    let worst = 0;
    for (let round = 0; round < 40; round++) {
      const draw = (scale: number) => Math.fround(scale * (random() - 0.5));
      const mesh = gridSurface(3, 3, () => [draw(1), draw(1), draw(height)]);
      const moved = gridSurface(3, 3, () => [draw(1), draw(1), draw(height)]).positions;
      const tree = buildPatchTree(topologyOf(mesh), gridSurface(3, 3, (i, j) => [i, j, 0]).positions);
      const axis = Float64Array.from([draw(1), draw(1), 1 + draw(0.5)]);
      const length = Math.hypot(...axis);
      for (let k = 0; k < 3; k++) axis[k] /= length;
      const projection = createProjection();
      projectContour(projection, tree, 0, axis, 0, mesh.positions, moved);
      const { plane, points, froms, count, size } = projection;
      const origin = 3 * froms[0];
      for (let i = 0; i < count; i++)
        for (let c = 0; c < 4; c++) {
          const x = c < 2 ? mesh.positions : moved;
          const exactly = [0, 1, 2].reduce(
            (sum, k) =>
              sum + exact(plane[3 * (c % 2) + k]) * (exact(x[3 * froms[i] + k]) - exact(mesh.positions[origin + k])),
            0n,
          );
          const error = Number(exactly - (exact(points[4 * i + c]) << BigInt(BITS))) / 2 ** BITS / 2 ** BITS;
          worst = Math.max(worst, Math.abs(error) / (COORDINATE_ROUNDOFFS * size));
        }
    }
    expect(worst).toBeLessThan(1);
    // The bound isn't a hundred times too large either.
    expect(worst).toBeGreaterThan(0.01);
  });
});
