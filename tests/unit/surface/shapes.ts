/** Triangulated shapes whose volumes and distances are known. */
import type { DrawnSurface } from '../../../src/mesh/drawn-surface.ts';
import { geodesicSphere, sphereTriangles } from '../../../src/mesh/model/geodesic-sphere.ts';

type Point = readonly [number, number, number];

export const drawn = (positions: ArrayLike<number>, triangles: ArrayLike<number>): DrawnSurface => ({
  positions: Float32Array.from(positions),
  triangles: Uint32Array.from(triangles),
  groups: [],
  materials: [],
});

/** @param frequency the sphere has 20 frequency^2 triangles */
export function ball(radius = 1, [x, y, z]: Point = [0, 0, 0], frequency = 8): DrawnSurface {
  const sphere = geodesicSphere(frequency);
  const centre = [x, y, z];
  return drawn(
    sphere.directions.map((d, i) => centre[i % 3] + radius * d),
    sphereTriangles(sphere),
  );
}

/** A box; its corners stand there once per side, as at seams of a texture. */
export function box([a, b, c]: Point, [x, y, z]: Point = [0, 0, 0]): DrawnSurface {
  const half = [a / 2, b / 2, c / 2];
  const centre = [x, y, z];
  const positions: number[] = [];
  const triangles: number[] = [];
  for (let axis = 0; axis < 3; axis++)
    for (const side of [-1, 1]) {
      const first = positions.length / 3;
      for (const [u, v] of [
        [-1, -1],
        [1, -1],
        [1, 1],
        [-1, 1],
      ]) {
        const corner = [0, 0, 0];
        corner[axis] = side;
        corner[(axis + 1) % 3] = u;
        corner[(axis + 2) % 3] = v;
        positions.push(...corner.map((s, k) => centre[k] + s * half[k]));
      }
      const corners = side > 0 ? [0, 1, 2, 0, 2, 3] : [0, 2, 1, 0, 3, 2];
      triangles.push(...corners.map((corner) => first + corner));
    }
  return drawn(positions, triangles);
}

/** A torus around z; radii of its middle circle and of its tube. */
export function torus(radius: number, tube: number, around = 48, across = 24): DrawnSurface {
  const positions: number[] = [];
  const triangles: number[] = [];
  for (let i = 0; i < around; i++)
    for (let j = 0; j < across; j++) {
      const [u, v] = [(2 * Math.PI * i) / around, (2 * Math.PI * j) / across];
      const ring = radius + tube * Math.cos(v);
      positions.push(ring * Math.cos(u), ring * Math.sin(u), tube * Math.sin(v));
      const [here, next] = [i * across, ((i + 1) % around) * across];
      const k = (j + 1) % across;
      triangles.push(here + j, next + j, next + k, here + j, next + k, here + k);
    }
  return drawn(positions, triangles);
}

/** Several surfaces as one. */
export function together(...surfaces: readonly DrawnSurface[]): DrawnSurface {
  const positions: number[] = [];
  const triangles: number[] = [];
  for (const surface of surfaces) {
    const first = positions.length / 3;
    positions.push(...surface.positions);
    triangles.push(...Array.from(surface.triangles, (v) => v + first));
  }
  return drawn(positions, triangles);
}

export const insideOut = (surface: DrawnSurface): DrawnSurface => ({
  ...surface,
  triangles: surface.triangles.map((_, i) => surface.triangles[i - (i % 3) + [0, 2, 1][i % 3]]),
});

/** Only the triangles whose first corner `keeps` accepts. */
export function only(surface: DrawnSurface, keeps: (x: number, y: number, z: number) => boolean): DrawnSurface {
  const { positions: p, triangles } = surface;
  return {
    ...surface,
    triangles: triangles.filter((_, i) => {
      const at = 3 * triangles[i - (i % 3)];
      return keeps(p[at], p[at + 1], p[at + 2]);
    }),
  };
}

export const moved = (surface: DrawnSurface, scale: number, [x, y, z]: Point): DrawnSurface => ({
  ...surface,
  positions: surface.positions.map((p, i) => scale * p + [x, y, z][i % 3]),
});
