import type { Surface } from '../geometry/fast-marching/distance-grid.ts';
import { closestPointOnTriangle, createClosestPoint } from '../geometry/closest-point.ts';

/** Number of a triangle's coordinates. */
const COORDINATES = 9;

/**
 * Finds exact distances to a surface by trying all triangles, except those whose bounding spheres are too far away. It starts from the
 * triangle that was nearest to the last point, so neighbouring points should be asked for one after another.
 */
export class ExactDistance {
  private readonly count: number;
  private readonly corners: Float64Array;
  /** Centre (the mean of the corners) and radius of each triangle's bounding sphere [m], 4 numbers per triangle. */
  private readonly spheres: Float64Array;
  private readonly closest = createClosestPoint();
  private nearest = 0;

  /** @param surface of at least one triangle */
  constructor({ positions, triangles }: Surface) {
    this.count = triangles.length / 3;
    this.corners = Float64Array.from(
      { length: COORDINATES * this.count },
      (_, i) => positions[3 * triangles[Math.floor(i / 3)] + (i % 3)],
    );
    this.spheres = new Float64Array(4 * this.count);
    for (let t = 0; t < this.count; t++) {
      const corner = this.corners.subarray(COORDINATES * t, COORDINATES * (t + 1));
      const centre = [0, 1, 2].map((axis) => (corner[axis] + corner[3 + axis] + corner[6 + axis]) / 3);
      const radii = [0, 3, 6].map((c) => Math.hypot(...centre.map((x, axis) => corner[c + axis] - x)));
      this.spheres.set([...centre, Math.max(...radii)], 4 * t);
    }
  }

  /** Returns the distance from a point to the nearest triangle [m]. */
  at(x: number, y: number, z: number): number {
    const { spheres } = this;
    let least = this.toTriangle(this.nearest, x, y, z);
    for (let t = 0; t < this.count; t++) {
      const dx = spheres[4 * t] - x;
      const dy = spheres[4 * t + 1] - y;
      const dz = spheres[4 * t + 2] - z;
      const reach = least + spheres[4 * t + 3];
      if (dx * dx + dy * dy + dz * dz > reach * reach) continue;
      const distance = this.toTriangle(t, x, y, z);
      if (distance < least) {
        least = distance;
        this.nearest = t;
      }
    }
    return least;
  }

  private toTriangle(t: number, x: number, y: number, z: number): number {
    const { triangle } = this.closest;
    for (let n = 0; n < COORDINATES; n += 3) {
      triangle[n] = this.corners[COORDINATES * t + n] - x;
      triangle[n + 1] = this.corners[COORDINATES * t + n + 1] - y;
      triangle[n + 2] = this.corners[COORDINATES * t + n + 2] - z;
    }
    closestPointOnTriangle(this.closest);
    return Math.sqrt(this.closest.distanceSquared);
  }
}
