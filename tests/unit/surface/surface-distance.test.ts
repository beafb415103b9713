import { describe, expect, it } from 'vitest';
import { closestPointOnTriangle, createClosestPoint } from '../../../src/geometry/closest-point.ts';
import { seededRandom } from '../../../src/math/random.ts';
import type { DrawnSurface } from '../../../src/mesh/drawn-surface.ts';
import { soundSurface } from '../../../src/surface/sound-surface.ts';
import { SurfaceDistance } from '../../../src/surface/surface-distance.ts';
import { ball, box, drawn, insideOut, only, together, torus } from './shapes.ts';

const distanceTo = (surface: DrawnSurface) => new SurfaceDistance(soundSurface(surface));

function points(count: number, size: number): (readonly [number, number, number])[] {
  const random = seededRandom(3);
  const along = () => size * (2 * random() - 1);
  return Array.from({ length: count }, () => [along(), along(), along()]);
}

/** Distance to a box of half extents `half`, negative inside. */
function toBox(half: readonly number[], point: readonly number[]): number {
  const beyond = point.map((x, k) => Math.abs(x) - half[k]);
  const outside = Math.hypot(...beyond.map((x) => Math.max(0, x)));
  return outside > 0 ? outside : Math.max(...beyond);
}

function bruteForce({ positions, triangles }: DrawnSurface, point: readonly number[]): number {
  const closest = createClosestPoint();
  let least = Infinity;
  for (let t = 0; t < triangles.length; t += 3) {
    for (let i = 0; i < 9; i++)
      closest.triangle[i] = positions[3 * triangles[t + Math.floor(i / 3)] + (i % 3)] - point[i % 3];
    closestPointOnTriangle(closest);
    least = Math.min(least, closest.distanceSquared);
  }
  return Math.sqrt(least);
}

describe('the signed distance to a surface', () => {
  it('is the analytic one of a box, whose faces are exact', () => {
    const distance = distanceTo(box([1, 2, 0.5]));
    for (const point of points(500, 1.5))
      expect(distance.signed(...point)).toBeCloseTo(toBox([0.5, 1, 0.25], point), 6);
  });

  it.each([
    ['a ball', ball(1, [0, 0, 0], 14), (x: number, y: number, z: number) => Math.hypot(x, y, z) - 1],
    ['a torus', torus(1, 0.4), (x: number, y: number, z: number) => Math.hypot(Math.hypot(x, y) - 1, z) - 0.4],
  ])('is that of %s but for the depth of its facets', (_, surface, truth) => {
    const distance = distanceTo(surface);
    for (const point of points(200, 1.5))
      expect(Math.abs(distance.signed(...point) - truth(...point))).toBeLessThan(0.007);
  });

  it('has the magnitude of brute force over all triangles, which may lie anyhow', () => {
    const random = seededRandom(5);
    const soup = drawn(
      Array.from({ length: 900 }, () => 2 * random() - 1),
      Array.from({ length: 300 }, (_, i) => i),
    );
    const distance = new SurfaceDistance(soup);
    for (const point of points(300, 2)) expect(distance.nearest(...point)).toBeCloseTo(bruteForce(soup, point), 9);
    expect(distance.nearest(9, 9, 9, 0.5)).toBe(0.5);
  });

  it('closes a hole, and unites what overlaps', () => {
    const open = distanceTo(only(ball(), (_x, _y, z) => z < 0.8));
    expect(open.signed(0, 0, 0)).toBeLessThan(-0.5);
    expect(open.signed(0, 0, 1)).toBeGreaterThan(0);
    const both = distanceTo(together(ball(), ball(1, [1, 0, 0])));
    for (const x of [-0.9, 0.5, 1.9]) expect(both.signed(x, 0, 0)).toBeLessThan(0);
    expect(both.signed(0.5, 0.95, 0)).toBeGreaterThan(0);
  });

  it('is 0 on the outside of a union, and not where a face runs through the inside', () => {
    const both = distanceTo(together(box([1, 1, 1]), box([1, 1, 1], [0.5, 0, 0])));
    expect(both.signed(-0.5, 0.1, 0.2)).toBe(0);
    expect(both.signed(1, 0.1, 0.2)).toBe(0);
    expect(both.signed(0, 0.1, 0.2)).toBeLessThan(0);
    expect(both.signed(0.5, 0.1, 0.2)).toBeLessThan(0);
    const hollow = distanceTo(together(ball(), insideOut(ball(0.5))));
    expect(hollow.signed(0, 0, 0)).toBeGreaterThan(0);
    expect(hollow.signed(0.75, 0, 0)).toBeLessThan(0);
  });
});
