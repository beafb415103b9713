import { describe, expect, it } from 'vitest';
import { WindingTree } from '../../../src/geometry/winding-number.ts';
import { seededRandom } from '../../../src/math/random.ts';

/** A sphere of triangles between circles of latitude, without the caps' triangles beyond `open` [rad] from the lower pole. */
function sphere(n: number, centre: readonly number[] = [0, 0, 0], open = 0) {
  const positions: number[] = [];
  const triangles: number[] = [];
  for (let i = 0; i <= n; i++)
    for (let j = 0; j < 2 * n; j++) {
      const [latitude, longitude] = [open + ((Math.PI - open) * i) / n, (Math.PI * j) / n];
      const ring = Math.sin(latitude);
      positions.push(
        centre[0] + ring * Math.cos(longitude),
        centre[1] + ring * Math.sin(longitude),
        centre[2] - Math.cos(latitude),
      );
      if (i === n) continue;
      const next = 2 * n * i + ((j + 1) % (2 * n));
      const here = 2 * n * i + j;
      triangles.push(here, next, next + 2 * n, here, next + 2 * n, here + 2 * n);
    }
  return { positions, triangles };
}

/** Sum of the solid angles of all triangles, without a tree, by the angles of a spherical triangle (L'Huilier). */
function bruteForce(
  { positions, triangles }: { positions: number[]; triangles: number[] },
  point: readonly number[],
): number {
  let sum = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => {
      const v = [0, 1, 2].map((axis) => positions[3 * triangles[t + k] + axis] - point[axis]);
      const length = Math.hypot(...v);
      return v.map((x) => x / length);
    });
    const angle = (p: number[], q: number[]) =>
      2 * Math.asin(Math.min(1, Math.hypot(...p.map((x, k) => x - q[k])) / 2));
    const sides = [angle(b, c), angle(c, a), angle(a, b)];
    const half = sides.reduce((x, y) => x + y, 0) / 2;
    const tangents = [half, ...sides.map((side) => half - side)].map((x) => Math.tan(x / 2));
    const area =
      4 *
      Math.atan(
        Math.sqrt(
          Math.max(
            0,
            tangents.reduce((x, y) => x * y, 1),
          ),
        ),
      );
    const determinant =
      a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
    sum += Math.sign(determinant) * area;
  }
  return sum / (4 * Math.PI);
}

const points = (count: number, size: number) => {
  const random = seededRandom(1);
  return Array.from({ length: count }, () => [0, 1, 2].map(() => size * (2 * random() - 1)));
};

describe('the winding number', () => {
  it('is 1 inside and 0 outside of a sphere', () => {
    const { positions, triangles } = sphere(16);
    const tree = new WindingTree(positions, triangles);
    for (const [x, y, z] of points(2000, 1.5)) {
      const distance = Math.hypot(x, y, z);
      if (distance > 0.97 && distance < 1.01) continue;
      expect(tree.at(x, y, z)).toBeCloseTo(distance < 1 ? 1 : 0, 1);
    }
  });

  it.each([
    ['a closed sphere', sphere(12)],
    ['one with a hole', sphere(12, [0, 0, 0], 0.9)],
  ])('differs little from the sum over all triangles: %s', (_, surface) => {
    const tree = new WindingTree(surface.positions, surface.triangles);
    let most = 0;
    for (const point of points(500, 2))
      most = Math.max(most, Math.abs(tree.at(point[0], point[1], point[2]) - bruteForce(surface, point)));
    expect(most).toBeLessThan(0.03);
  });

  it('divides inside from outside at 1/2 where a sphere is open, and counts overlaps', () => {
    const open = sphere(16, [0, 0, 0], 0.4);
    const one = new WindingTree(open.positions, open.triangles);
    expect(one.at(0, 0, 0)).toBeGreaterThan(0.9);
    expect(one.at(0, 0, -1.3)).toBeLessThan(0.3);
    const other = sphere(16, [1, 0, 0]);
    const offset = open.positions.length / 3;
    const both = new WindingTree(
      [...sphere(16).positions, ...other.positions],
      [...sphere(16).triangles, ...other.triangles.map((v) => v + offset)],
    );
    expect(both.at(0.5, 0, 0)).toBeCloseTo(2, 1);
    expect(both.at(-0.5, 0, 0)).toBeCloseTo(1, 1);
    expect(new WindingTree([], []).at(0, 0, 0)).toBe(0);
  });
});
