import { combine, type Point } from '../../simulation/view/explain/explanation.ts';
import { lineShare, pointOf, type StillBody2d } from '../../simulation/view/explain/explain-path-2d.ts';

/** A path by the points where it goes from triangle to triangle: as it lies now, and the same points in the rest shape. */
export interface LiftedPath {
  readonly now: readonly Point[];
  readonly rest: readonly Point[];
}

/**
 * @param p and its place in the rest shape    @param elements the triangles that the path passes, in order
 * @param s where it ends, and that place in the rest shape
 */
export function liftPath(
  { now, rest }: StillBody2d,
  p: readonly [Point, Point],
  elements: readonly number[],
  s: readonly [Point, Point],
): LiftedPath {
  const { triangles } = now.topology;
  const crossings = elements.slice(1).map((element, i) => {
    const before = triangles.subarray(3 * elements[i], 3 * elements[i] + 3);
    const [a, b] = [...before].filter((v) => triangles.subarray(3 * element, 3 * element + 3).includes(v));
    const ends = [pointOf(now.positions, a), pointOf(now.positions, b)];
    const share = Math.min(1, Math.max(0, lineShare(ends[0], ends[1], p[0], s[0])));
    const weights = [1 - share, share];
    return [combine(ends, weights), combine([pointOf(rest.positions, a), pointOf(rest.positions, b)], weights)];
  });
  return {
    now: [p[0], ...crossings.map(([at]) => at), s[0]],
    rest: [p[1], ...crossings.map(([, at]) => at), s[1]],
  };
}

/** Whether a path runs backward somewhere, as it does through elements turned inside out. */
export function runsBackward({ now }: LiftedPath): boolean {
  const [from, to] = [now[0], now.at(-1)!];
  const along = now.map((q) => (q[0] - from[0]) * (to[0] - from[0]) + (q[1] - from[1]) * (to[1] - from[1]));
  const slack = 1e-6 * Math.abs(along.at(-1)!);
  return along.some((d, i) => i > 0 && d < along[i - 1] - slack);
}
