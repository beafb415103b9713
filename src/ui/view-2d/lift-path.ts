import { combine, type Point } from '../../simulation/view/explain/explanation.ts';
import { lineShare, pointOf, type StillBody2d } from '../../simulation/view/explain/explain-path-2d.ts';
import type { Place } from './place-labels.ts';

/** A path: its ends, and the points where it crosses from triangle to triangle, in the deformed shape (`now`) and in the rest shape. */
export interface LiftedPath {
  readonly now: readonly Point[];
  readonly rest: readonly Point[];
}

/**
 * Carries a straight path of the deformed shape over to the rest shape, where it is a polyline.
 * @param p start of the path in the deformed shape, and the same point in the rest shape
 * @param elements the triangles that the path passes, in order
 * @param s end of the path (a boundary point) in the deformed shape, and the same point in the rest shape
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

/** Whether a path runs backward along its line somewhere, as paths through inverted elements do. */
export function runsBackward({ now }: LiftedPath): boolean {
  const [from, to] = [now[0], now.at(-1)!];
  const products = now.map((q) => (q[0] - from[0]) * (to[0] - from[0]) + (q[1] - from[1]) * (to[1] - from[1]));
  const tolerance = 1e-6 * Math.abs(products.at(-1)!);
  return products.some((product, i) => i > 0 && product < products[i - 1] - tolerance);
}

/** Distance between neighbouring runs of a path [pixels]. A run ends where the path turns back over itself. */
const LANE_WIDTH = 9;
/** A change of direction counts as a turn only if the steps before and after it are longer than this [pixels]. */
const MIN_STEP = 1;

/**
 * Moves the runs of a path apart, side by side, so that runs in opposite directions don't cover one another.
 * @param places points of the path [pixels]; they lie on one line
 */
export function inLanes(places: readonly Place[]): Place[] {
  const [from, to] = [places[0], places.at(-1)!];
  const span = Math.hypot(to[0] - from[0], to[1] - from[1]);
  // Unit vector along the path.
  const [wx, wy] = [(to[0] - from[0]) / span, (to[1] - from[1]) / span];
  const steps = places.slice(1).map((place, i) => (place[0] - places[i][0]) * wx + (place[1] - places[i][1]) * wy);
  const runs: number[] = [];
  for (const [i, step] of steps.entries()) {
    const before = steps.slice(0, i).findLast((other) => Math.abs(other) > MIN_STEP);
    const isTurn = before !== undefined && Math.abs(step) > MIN_STEP && step * before < 0;
    runs.push((runs.at(-1) ?? 0) + (isTurn ? 1 : 0));
  }
  const middle = runs.at(-1)! / 2;
  const beside = ([x, y]: Place, run: number): Place => [
    x - (run - middle) * LANE_WIDTH * wy,
    y + (run - middle) * LANE_WIDTH * wx,
  ];
  return [from, ...runs.flatMap((run, i) => [beside(places[i], run), beside(places[i + 1], run)]), to];
}
