import { cross, dot, type Vector } from '../math/arithmetic.ts';

type Corners = readonly [Vector, Vector, Vector];

/** Returns both ends of the line along which two triangles intersect, for pictures; undefined if no edge of one pierces the other. */
export function intersection(a: Corners, b: Corners): readonly [Vector, Vector] | undefined {
  const points = [...piercings(a, b), ...piercings(b, a)];
  let ends: readonly [Vector, Vector] | undefined;
  let longest = -1;
  for (const p of points)
    for (const q of points) {
      const between = minus(p, q);
      if (dot(between, between) <= longest) continue;
      longest = dot(between, between);
      ends = [p, q];
    }
  return ends;
}

/** The points in which the edges of one triangle pierce another one. */
function piercings(edges: Corners, [a, b, c]: Corners): Vector[] {
  const normal = cross(minus(b, a), minus(c, a));
  return edges.flatMap((from, i) => {
    const to = edges[(i + 1) % 3];
    const [h, k] = [dot(minus(from, a), normal), dot(minus(to, a), normal)];
    if (h > 0 === k > 0) return [];
    const t = h / (h - k);
    const point: Vector = [0, 1, 2].map((n) => from[n] + t * (to[n] - from[n])) as unknown as Vector;
    const isInside = [
      [a, b],
      [b, c],
      [c, a],
    ].every(([p, q]) => dot(cross(minus(q, p), minus(point, p)), normal) >= 0);
    return isInside ? [point] : [];
  });
}

const minus = (p: Vector, q: Vector): Vector => [p[0] - q[0], p[1] - q[1], p[2] - q[2]];
