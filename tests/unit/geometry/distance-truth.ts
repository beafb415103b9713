import { closestPointOnTriangle, createClosestPoint } from '../../../src/geometry/closest-point.ts';
import type { GridBox, Surface } from '../../../src/geometry/fast-marching/distance-grid.ts';
import { revolvedSphere, revolvedTorus } from '../../../src/mesh/model/revolution.ts';

/** Position of a grid point. */
export function pointAt({ origin, spacing, size }: GridBox, p: number): [number, number, number] {
  const i = p % size[0];
  const j = Math.floor(p / size[0]) % size[1];
  const k = Math.floor(p / (size[0] * size[1]));
  return [origin[0] + i * spacing, origin[1] + j * spacing, origin[2] + k * spacing];
}

/** Distance to the nearest of all triangles. */
export function distanceTo({ positions, triangles }: Surface, point: readonly number[]): number {
  const closest = createClosestPoint();
  let least = Infinity;
  for (let t = 0; t < triangles.length; t += 3) {
    for (let n = 0; n < 9; n++)
      closest.triangle[n] = positions[3 * triangles[t + Math.floor(n / 3)] + (n % 3)] - point[n % 3];
    closestPointOnTriangle(closest);
    least = Math.min(least, closest.distanceSquared);
  }
  return Math.sqrt(least);
}

/** Winding number as the sum of the triangles' solid angles. Source: van Oosterom and Strackee 1983. */
export function windingNumber({ positions, triangles }: Surface, point: readonly number[]): number {
  let angle = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((n) => [0, 1, 2].map((m) => positions[3 * triangles[t + n] + m] - point[m]));
    const dot = (u: number[], v: number[]) => u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
    const [la, lb, lc] = [a, b, c].map((u) => Math.sqrt(dot(u, u)));
    const volume =
      a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
    angle += 2 * Math.atan2(volume, la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb);
  }
  return angle / (4 * Math.PI);
}

/** A polygon in the plane of x and y, counterclockwise, with its triangles, extruded along z from 0 to a height. */
function extrude(polygon: readonly (readonly [number, number])[], caps: readonly number[][], height: number): Surface {
  const n = polygon.length;
  const positions = [0, height].flatMap((z) => polygon.flatMap(([x, y]) => [x, y, z]));
  const ends = caps.flatMap(([a, b, c]) => [a, c, b, n + a, n + b, n + c]);
  const sides = polygon.flatMap((_, a) => {
    const b = (a + 1) % n;
    return [a, b, n + b, a, n + b, n + a];
  });
  return { positions: Float64Array.from(positions), triangles: Uint32Array.from([...ends, ...sides]) };
}

/** Turns a surface by angles whose sines are 3/5 (around z) and 5/13 (around x). */
function turned({ positions, triangles }: Surface): Surface {
  const to = new Float64Array(positions.length);
  for (let v = 0; v < to.length; v += 3) {
    const [x, y, z] = positions.subarray(v, v + 3);
    const [u, w] = [0.8 * x - 0.6 * y, 0.6 * x + 0.8 * y];
    to.set([u, (12 * w - 5 * z) / 13, (5 * w + 12 * z) / 13], v);
  }
  return { positions: to, triangles };
}

export const box = (x: number, y: number, z: number): Surface =>
  extrude(
    [
      [0, 0],
      [x, 0],
      [x, y],
      [0, y],
    ],
    [
      [0, 1, 2],
      [0, 2, 3],
    ],
    z,
  );

const THICKNESS = 0.25;
const thinL = extrude(
  [
    [0, 0],
    [2, 0],
    [2, THICKNESS],
    [THICKNESS, THICKNESS],
    [THICKNESS, 2],
    [0, 2],
  ],
  [
    [0, 1, 2],
    [0, 2, 3],
    [0, 3, 4],
    [0, 4, 5],
  ],
  THICKNESS,
);

/** A corner of a cube: three edges along the axes, and a face that leans, so that its box holds much that is far from it. */
const corner: Surface = {
  positions: Float64Array.from([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]),
  triangles: Uint32Array.from([0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3]),
};

export const SHAPES: Readonly<Record<string, Surface>> = {
  sphere: revolvedSphere(1, 25, 21),
  torus: revolvedTorus(1, 0.4, 32, 12),
  box: box(1, 1, 1.3),
  'turned box': turned(box(1, 1, 1.3)),
  'thin L': thinL,
  'turned thin L': turned(thinL),
  corner,
};
