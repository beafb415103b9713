/** Signed distance functions for tests of air. */
import type { SignedDistance } from '../../../../src/mesh/tetrahedralise/isosurface-stuffing.ts';

type Point = readonly [number, number, number];

export const ball =
  ([cx, cy, cz]: Point, radius: number): SignedDistance =>
  (x, y, z) =>
    Math.sqrt((x - cx) ** 2 + (y - cy) ** 2 + (z - cz) ** 2) - radius;

/** All points nearer than a radius to the line from a to b. */
export function capsule(a: Point, b: Point, radius: number): SignedDistance {
  const [ux, uy, uz] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
  const squared = ux * ux + uy * uy + uz * uz;
  return (x, y, z) => {
    const along = ((x - a[0]) * ux + (y - a[1]) * uy + (z - a[2]) * uz) / squared;
    const t = Math.max(0, Math.min(1, along));
    return ball([a[0] + t * ux, a[1] + t * uy, a[2] + t * uz], radius)(x, y, z);
  };
}

export const union =
  (...parts: SignedDistance[]): SignedDistance =>
  (x, y, z) =>
    Math.min(...parts.map((part) => part(x, y, z)));

/** A ball of radius 1 with a short tentacle in each of the 12 directions of an icosahedron's corners. */
export function tentacledBall(length: number, thickness: number): SignedDistance {
  const golden = (1 + Math.sqrt(5)) / 2;
  const scale = length / Math.sqrt(1 + golden * golden);
  const tips: Point[] = [1, -1].flatMap((s) =>
    [golden, -golden].flatMap((t): Point[] => [
      [0, s * scale, t * scale],
      [s * scale, t * scale, 0],
      [t * scale, 0, s * scale],
    ]),
  );
  return union(ball([0, 0, 0], 1), ...tips.map((tip) => capsule([0, 0, 0], tip, thickness)));
}

/** Four bodies that stand on one another's backs and heads, with gaps in y narrower than a cell of 0.3. */
export const stack = (gap: number): SignedDistance[] => [
  union(
    capsule([-0.8, 1, 0], [0.8, 1, 0], 0.5),
    ...[-0.7, 0.7].map((x) => capsule([x, 0.4, 0.1], [x, 0.8, 0.1], 0.25)),
  ),
  union(capsule([-0.4, 1.9 + gap, 0.1], [0.5, 2 + gap, 0], 0.4), ball([0.8, 2.35 + gap, 0], 0.3)),
  union(ball([0.1, 2.75 + 2 * gap, 0], 0.35), ball([0.35, 3 + 2 * gap, 0.1], 0.25)),
  capsule([0.1, 3.55 + 3 * gap, 0], [0.3, 3.75 + 3 * gap, -0.1], 0.28),
];
export const STACK_BOUNDS = { min: [-1.4, 0.1, -0.6], max: [1.4, 5, 0.6] } as const;
