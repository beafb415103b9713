import { describe, expect, it } from 'vitest';
import { beam } from '../../../src/mesh/model/beam.ts';
import { cuboid } from '../../../src/mesh/model/cuboid.ts';
import { roundBar } from '../../../src/mesh/model/round-bar.ts';
import type { TetMesh } from '../../../src/mesh/tet-mesh.ts';
import { type SignedDistance, stuff } from '../../../src/mesh/tetrahedralise/isosurface-stuffing.ts';
import { octopus } from '../../../src/scenes/models/octopus.ts';
import { squishyBall } from '../../../src/scenes/models/squishy-ball.ts';
import { measureThickness } from '../../../src/surface/measure-thickness.ts';

const stuffed = (distance: SignedDistance, half: readonly [number, number, number], cell: number): TetMesh =>
  stuff(distance, { min: [-half[0], -half[1], -half[2]], max: half }, cell);
const ball: SignedDistance = (x, y, z) => Math.hypot(x, y, z) - 1;
const torus: SignedDistance = (x, y, z) => Math.hypot(Math.hypot(x, y) - 1, z) - 0.3;
const bar =
  (a: number, b: number, c: number): SignedDistance =>
  (x, y, z) => {
    const beyond = [Math.abs(x) - a, Math.abs(y) - b, Math.abs(z) - c];
    return Math.max(...beyond) > 0 ? Math.hypot(...beyond.map((d) => Math.max(0, d))) : Math.max(...beyond);
  };
/** A dumb-bell: two balls on a thin rod of radius 0.12. */
const dumbbell: SignedDistance = (x, y, z) =>
  Math.min(Math.hypot(Math.abs(x) - 1.6, y, z) - 0.5, Math.max(Math.hypot(y, z) - 0.12, Math.abs(x) - 1.6));

describe('the measured thickness', () => {
  it.each([
    ['a ball', stuffed(ball, [1, 1, 1], 0.25), 1],
    ['a torus', stuffed(torus, [1.3, 1.3, 0.3], 0.15), 0.3],
    ['a bar', stuffed(bar(1.5, 0.2, 0.3), [1.5, 0.2, 0.3], 0.11), 0.2],
    ['the rod of a dumb-bell', stuffed(dumbbell, [2.1, 0.5, 0.5], 0.08), 0.12],
    ['a plate of one layer', beam({ tetrahedra: 3000 }).mesh, beam({ tetrahedra: 3000 }).thickness / 2],
    ['a coarse cuboid', cuboid({ size: [1, 0.5, 1], cells: [4, 2, 4] }).mesh, 0.25],
  ])('is the analytic radius of %s', (_, mesh, radius) => {
    const thickness = measureThickness(mesh);
    expect(thickness / radius).toBeGreaterThan(0.875);
    expect(thickness / radius).toBeLessThan(1.02);
  });

  it('is within a factor of 2.6 of what scenes type, which is the radius of limbs where they are thickest', () => {
    const arms = octopus({ tetrahedra: 3000 });
    const tentacles = squishyBall({ tetrahedra: 4000 });
    const round = roundBar('A bar', { tetrahedra: 3000, length: 2, radius: 0.1 }, false);
    for (const [{ mesh }, typed] of [
      [arms, arms.armBaseRadius],
      [tentacles, tentacles.tentacleRadius],
      [round, 0.1],
    ] as const) {
      const ratio = typed / measureThickness(mesh);
      expect(ratio).toBeGreaterThan(1);
      expect(ratio).toBeLessThan(2.6);
    }
  });

  it('has the same bits twice', () => {
    const mesh = stuffed(torus, [1.3, 1.3, 0.3], 0.2);
    expect(measureThickness(mesh)).toBe(measureThickness(mesh));
  });
});
