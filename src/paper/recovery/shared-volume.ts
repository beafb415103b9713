import { cross, dot, type Vector } from '../../math/arithmetic.ts';
import type { World } from '../../simulation/world/world.ts';

/**
 * Exact volumes that bodies share, by cutting tetrahedra. It shares no code with the simulator's detection, so it can judge it.
 */

/** Corners of a tetrahedron [m]. */
type Corners = readonly [Vector, Vector, Vector, Vector];

/** Volumes that a world's bodies share at some positions, and the bodies' own [m^3]. */
export interface SharedVolumes {
  /** Of different bodies: the sum over pairs of elements. */
  readonly between: number;
  /** Of elements of one body that share no vertex. */
  readonly within: number;
  /** Signed volume of each body. */
  readonly volumes: readonly number[];
}

const minus = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const between = (a: Vector, b: Vector, share: number): Vector => [
  a[0] + share * (b[0] - a[0]),
  a[1] + share * (b[1] - a[1]),
  a[2] + share * (b[2] - a[2]),
];

/** Six times the signed volume of a tetrahedron. */
const sixVolumes = ([a, b, c, d]: Corners): number => dot(minus(b, a), cross(minus(c, a), minus(d, a)));

/** Cuts tetrahedra by a plane, and returns those on its side normal . x > offset. */
function cut(tetrahedra: readonly Corners[], normal: Vector, offset: number): Corners[] {
  return tetrahedra.flatMap((corners): Corners[] => {
    const heights = corners.map((p) => dot(normal, p) - offset);
    const inside = [0, 1, 2, 3].filter((i) => heights[i] > 0);
    const outside = [0, 1, 2, 3].filter((i) => heights[i] <= 0);
    const on = (i: number, j: number) => between(corners[i], corners[j], heights[i] / (heights[i] - heights[j]));
    if (inside.length === 4) return [corners];
    if (inside.length === 1) {
      const [a] = inside;
      return [[corners[a], on(a, outside[0]), on(a, outside[1]), on(a, outside[2])]];
    }
    if (inside.length === 2) {
      const [a, b] = inside;
      const [c, d] = outside;
      const [ac, ad, bc, bd] = [on(a, c), on(a, d), on(b, c), on(b, d)];
      return [
        [corners[a], ac, ad, corners[b]],
        [ac, ad, corners[b], bc],
        [ad, corners[b], bc, bd],
      ];
    }
    if (inside.length === 3) {
      const [a, b, c] = inside;
      const [d] = outside;
      const [ad, bd, cd] = [on(a, d), on(b, d), on(c, d)];
      return [
        [corners[a], corners[b], corners[c], ad],
        [corners[b], corners[c], ad, bd],
        [corners[c], ad, bd, cd],
      ];
    }
    return [];
  });
}

/** Faces of a tetrahedron by its corners, and the corner opposite each. */
const FACES = [
  [1, 2, 3, 0],
  [0, 3, 2, 1],
  [0, 1, 3, 2],
  [0, 2, 1, 3],
] as const;

/** Returns the volume that two tetrahedra share [m^3]: the first one is cut by the planes of the second one's faces. */
export function sharedByTetrahedra(first: Corners, second: Corners): number {
  let parts: Corners[] = [first];
  for (const [i, j, k, opposite] of FACES) {
    const normal = cross(minus(second[j], second[i]), minus(second[k], second[i]));
    const side = dot(normal, minus(second[opposite], second[i]));
    if (side === 0) return 0; // it is flat
    const inward: Vector = side > 0 ? normal : [-normal[0], -normal[1], -normal[2]];
    parts = cut(parts, inward, dot(inward, second[i]));
  }
  return parts.reduce((sum, part) => sum + Math.abs(sixVolumes(part)), 0) / 6;
}

/** Returns the volumes that a world's bodies share. @param x positions of all vertices [m] */
export function sharedVolumes({ bodies, models }: Pick<World, 'bodies' | 'models'>, x: Float32Array): SharedVolumes {
  const volumes = bodies.map(() => 0);
  const elements = bodies.flatMap(({ model, vertexBase }, body) => {
    const { tets } = models[model].topology;
    return Array.from({ length: tets.length / 4 }, (_, t) => {
      const vertices = Array.from(tets.subarray(4 * t, 4 * t + 4), (v) => v + vertexBase);
      const corners = vertices.map((v): Vector => [x[3 * v], x[3 * v + 1], x[3 * v + 2]]) as unknown as Corners;
      volumes[body] += sixVolumes(corners) / 6;
      const along = (axis: number) => corners.map((p) => p[axis]);
      const lower = [0, 1, 2].map((axis) => Math.min(...along(axis)));
      const upper = [0, 1, 2].map((axis) => Math.max(...along(axis)));
      return { body, vertices, corners, lower, upper };
    });
  });
  // Sorted along x, so that an element meets only those that begin before it ends.
  elements.sort((a, b) => a.lower[0] - b.lower[0]);
  const sums = { between: 0, within: 0 };
  elements.forEach((a, i) => {
    for (let j = i + 1; j < elements.length && elements[j].lower[0] < a.upper[0]; j++) {
      const b = elements[j];
      if (b.lower[1] >= a.upper[1] || b.upper[1] <= a.lower[1]) continue;
      if (b.lower[2] >= a.upper[2] || b.upper[2] <= a.lower[2]) continue;
      if (a.body === b.body && a.vertices.some((v) => b.vertices.includes(v))) continue;
      sums[a.body === b.body ? 'within' : 'between'] += sharedByTetrahedra(a.corners, b.corners);
    }
  });
  return { ...sums, volumes };
}
