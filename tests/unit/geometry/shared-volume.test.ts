import { describe, expect, it } from 'vitest';
import { sharedVolume, type TetCorners } from '../../../src/geometry/shared-volume.ts';
import type { Vector } from '../../../src/math/arithmetic.ts';
import { seededRandom } from '../../../src/math/random.ts';
import { sharedByTetrahedra } from '../../../src/paper/recovery/shared-volume.ts';
import { volume6 } from '../../fixtures/detection.ts';

const unit: TetCorners = [
  [0, 0, 0],
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];
const moved = (tet: TetCorners, map: (p: Vector) => Vector) => tet.map(map) as unknown as TetCorners;
const by = (x: number, y: number, z: number) => moved(unit, (p) => [p[0] + x, p[1] + y, p[2] + z]);
const turned: TetCorners = [unit[1], unit[0], unit[2], unit[3]];

describe('the volume that two tetrahedra share', () => {
  it.each([
    ['all of it, in one place', unit, 1 / 6],
    ['all of it, in the other orientation', turned, 1 / 6],
    // What is left of x + y + z < 1 beyond x = 1/4 is a tetrahedron with sides of 3/4.
    ['a corner', by(0.25, 0, 0), 0.75 ** 3 / 6],
    ['the smaller one, inside', moved(unit, (p) => [0.1 + p[0] / 4, 0.1 + p[1] / 4, 0.1 + p[2] / 4]), 1 / 64 / 6],
    ['nothing, face on face', moved(unit, ([x, y, z]) => [-x, y, z]), 0],
    ['nothing, corner on corner', by(1, 0, 0), 0],
    ['nothing, apart', by(3, 0, 0), 0],
    ['nothing, with a flat one', moved(unit, ([x, y]) => [x, y, 0.1]), 0],
  ])('is %s', (_, other, volume) => {
    expect(sharedVolume(unit, other)).toBeCloseTo(volume, 14);
    expect(sharedVolume(other, unit)).toBeCloseTo(volume, 14);
  });

  it('is what the benchmark finds by other code, at random', () => {
    const random = seededRandom(3);
    const point = (): Vector => [random(), random(), random()];
    const tet = (): TetCorners => [point(), point(), point(), point()];
    let met = 0;
    for (let i = 0; i < 300; i++) {
      const [a, b] = [tet(), tet()];
      const volume = sharedVolume(a, b);
      expect(volume).toBeCloseTo(sharedByTetrahedra(a, b), 12);
      expect(volume).toBeLessThanOrEqual((Math.min(...[a, b].map((t) => Math.abs(volume6(...t)))) / 6) * (1 + 1e-12));
      if (volume > 0) met++;
    }
    expect(met).toBeGreaterThan(100);
  });
});
