import { cross, dot, type Vector } from '../math/arithmetic.ts';

/** Corners of a tetrahedron [m]. */
export type TetCorners = readonly [Vector, Vector, Vector, Vector];

/** A plane: the side normal . x > offset is a tetrahedron's inner one. */
interface Plane {
  readonly normal: Vector;
  readonly offset: number;
}

/** Corners of a tetrahedron's faces, and the corner opposite each. */
const FACES = [
  [1, 2, 3, 0],
  [0, 2, 3, 1],
  [0, 1, 3, 2],
  [0, 1, 2, 3],
] as const;

/** Returns the volume that two tetrahedra of either orientation share [m^3], up to rounding in float64; 0 if one is flat. */
export function sharedVolume(first: TetCorners, second: TetCorners): number {
  const planes = planesOf(second);
  if (!planes || isApart(planes, first)) return 0;
  const own = planesOf(first);
  if (!own || isApart(own, second)) return 0;
  let parts: readonly TetCorners[] = [first];
  for (const plane of planes) parts = parts.flatMap((part) => cut(part, plane));
  return parts.reduce((sum, [a, b, c, d]) => sum + Math.abs(dot(minus(b, a), cross(minus(c, a), minus(d, a)))) / 6, 0);
}

const minus = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];

/** Returns the planes of a tetrahedron's faces; undefined if it is flat. */
function planesOf(corners: TetCorners): readonly Plane[] | undefined {
  const planes: Plane[] = [];
  for (const [i, j, k, opposite] of FACES) {
    const normal = cross(minus(corners[j], corners[i]), minus(corners[k], corners[i]));
    const height = dot(normal, minus(corners[opposite], corners[i]));
    if (height === 0) return undefined;
    const inward: Vector = height > 0 ? normal : [-normal[0], -normal[1], -normal[2]];
    planes.push({ normal: inward, offset: dot(inward, corners[i]) });
  }
  return planes;
}

/** Tests whether all corners lie beyond one of the planes. */
const isApart = (planes: readonly Plane[], corners: TetCorners): boolean =>
  planes.some(({ normal, offset }) => corners.every((corner) => dot(normal, corner) <= offset));

/** Returns the part of a tetrahedron on the inner side of a plane, cut into tetrahedra. */
function cut(corners: TetCorners, { normal, offset }: Plane): readonly TetCorners[] {
  const heights = corners.map((corner) => dot(normal, corner) - offset);
  const inner = [0, 1, 2, 3].filter((i) => heights[i] > 0);
  const outer = [0, 1, 2, 3].filter((i) => heights[i] <= 0);
  const [a, b, c] = inner.map((i) => corners[i]);
  /** The point on the plane between an inner and an outer corner, by their places in the lists. */
  const on = (i: number, o: number): Vector => {
    const [from, to] = [inner[i], outer[o]];
    const share = heights[from] / (heights[from] - heights[to]);
    const side = minus(corners[to], corners[from]);
    return [0, 1, 2].map((k) => corners[from][k] + share * side[k]) as unknown as Vector;
  };
  if (inner.length === 4) return [corners];
  if (inner.length === 3) return prism([a, b, c], [on(0, 0), on(1, 0), on(2, 0)]);
  if (inner.length === 2) return prism([a, on(0, 0), on(0, 1)], [b, on(1, 0), on(1, 1)]);
  if (inner.length === 1) return [[a, on(0, 0), on(0, 1), on(0, 2)]];
  return [];
}

type Triangle = readonly [Vector, Vector, Vector];

/** Cuts a prism between two triangles into three tetrahedra. */
const prism = ([a, b, c]: Triangle, [d, e, f]: Triangle): readonly TetCorners[] => [
  [a, b, c, d],
  [b, c, d, e],
  [c, d, e, f],
];
