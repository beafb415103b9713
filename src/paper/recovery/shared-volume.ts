import { cross, dot, type Vector } from '../../math/arithmetic.ts';
import type { TetMesh } from '../../mesh/tet-mesh.ts';

/**
 * Exact volumes that bodies share, by cutting tetrahedra. It shares no code with the simulator's detection, so it can judge it.
 */

/** Corners of a tetrahedron [m]. */
type Corners = readonly [Vector, Vector, Vector, Vector];

/** Volumes that bodies share, and their own [m^3]. */
export interface SharedVolumes {
  /** Volume shared by different bodies, summed over pairs of elements. */
  readonly between: number;
  /** Volume shared by elements of one body that have no common vertex. */
  readonly within: number;
  /** Signed volume of each body. */
  readonly volumes: readonly number[];
}

const minus = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const towards = (a: Vector, b: Vector, share: number): Vector => [
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
    const on = (i: number, j: number) => towards(corners[i], corners[j], heights[i] / (heights[i] - heights[j]));
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

/** The side of a tetrahedron's face on which the tetrahedron lies: normal . x > offset. */
interface Side {
  readonly normal: Vector;
  readonly offset: number;
}

/** Returns the four sides of a tetrahedron; undefined if it is flat. */
function sidesOf(corners: Corners): readonly Side[] | undefined {
  const sides = FACES.map(([i, j, k, opposite]): Side | undefined => {
    const normal = cross(minus(corners[j], corners[i]), minus(corners[k], corners[i]));
    const height = dot(normal, minus(corners[opposite], corners[i]));
    if (height === 0) return undefined;
    const inward: Vector = height > 0 ? normal : [-normal[0], -normal[1], -normal[2]];
    return { normal: inward, offset: dot(inward, corners[i]) };
  });
  return sides.every((side) => side !== undefined) ? sides : undefined;
}

/** Whether all corners of a tetrahedron are beyond one side of another one, so that they share nothing. */
const isBeyond = (corners: Corners, sides: readonly Side[]): boolean =>
  sides.some(({ normal, offset }) => corners.every((corner) => dot(normal, corner) <= offset));

/** Returns the volume that two tetrahedra share [m^3]: the first one is cut by the planes of the second one's faces. */
export function sharedByTetrahedra(first: Corners, second: Corners): number {
  const [ownSides, sides] = [sidesOf(first), sidesOf(second)];
  return ownSides && sides ? sharedBySides(first, ownSides, second, sides) : 0;
}

function sharedBySides(first: Corners, ownSides: readonly Side[], second: Corners, sides: readonly Side[]): number {
  if (isBeyond(first, sides) || isBeyond(second, ownSides)) return 0;
  let parts: readonly Corners[] = [first];
  for (const { normal, offset } of sides) parts = cut(parts, normal, offset);
  return parts.reduce((sum, part) => sum + Math.abs(sixVolumes(part)), 0) / 6;
}

/** An element of a body, with its bounding box. */
interface Element {
  readonly body: number;
  readonly vertices: readonly number[];
  readonly corners: Corners;
  /** Undefined if it is flat. */
  readonly sides: readonly Side[] | undefined;
  readonly lower: Vector;
  readonly upper: Vector;
}

function elementsOf({ positions, tets }: TetMesh, body: number): Element[] {
  return Array.from({ length: tets.length / 4 }, (_, t) => {
    const vertices = Array.from(tets.subarray(4 * t, 4 * t + 4));
    const [a, b, c, d] = vertices.map((v): Vector => [positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]]);
    const among = (choose: (...values: number[]) => number): Vector => [
      choose(a[0], b[0], c[0], d[0]),
      choose(a[1], b[1], c[1], d[1]),
      choose(a[2], b[2], c[2], d[2]),
    ];
    const corners: Corners = [a, b, c, d];
    return { body, vertices, corners, sides: sidesOf(corners), lower: among(Math.min), upper: among(Math.max) };
  });
}

/** Returns the volumes that bodies share, and their own. @param bodies positions [m] and elements of each */
export function sharedVolumes(bodies: readonly TetMesh[]): SharedVolumes {
  const elements = bodies.flatMap(elementsOf);
  const volumes = bodies.map(() => 0);
  for (const { body, corners } of elements) volumes[body] += sixVolumes(corners) / 6;
  // Sorted along x, so that an element meets only those that begin before it ends.
  elements.sort((a, b) => a.lower[0] - b.lower[0]);
  const sums = { between: 0, within: 0 };
  elements.forEach((a, i) => {
    for (let j = i + 1; j < elements.length && elements[j].lower[0] < a.upper[0]; j++) {
      const b = elements[j];
      if (b.lower[1] >= a.upper[1] || b.upper[1] <= a.lower[1]) continue;
      if (b.lower[2] >= a.upper[2] || b.upper[2] <= a.lower[2]) continue;
      if (a.body === b.body && a.vertices.some((v) => b.vertices.includes(v))) continue;
      if (!a.sides || !b.sides) continue;
      sums[a.body === b.body ? 'within' : 'between'] += sharedBySides(a.corners, a.sides, b.corners, b.sides);
    }
  });
  return { ...sums, volumes };
}
