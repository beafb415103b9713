import type { Place } from './place.ts';

/** Between the runs of a path that goes back over itself [pixels]. */
const LANE = 9;
/** Steps shorter than this turn nothing [pixels]. */
const STEP = 1;

/** A path that runs back over itself, drawn beside itself, run by run. */
export function inLanes(places: readonly Place[]): Place[] {
  const [from, to] = [places[0], places.at(-1)!];
  const span = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const [wx, wy] = [(to[0] - from[0]) / span, (to[1] - from[1]) / span];
  const steps = places.slice(1).map((place, i) => (place[0] - places[i][0]) * wx + (place[1] - places[i][1]) * wy);
  const runs: number[] = [];
  for (const [i, step] of steps.entries()) {
    const before = steps.slice(0, i).findLast((other) => Math.abs(other) > STEP);
    const turns = before !== undefined && Math.abs(step) > STEP && step * before < 0;
    runs.push((runs.at(-1) ?? 0) + (turns ? 1 : 0));
  }
  const middle = runs.at(-1)! / 2;
  const beside = ([x, y]: Place, run: number): Place => [
    x - (run - middle) * LANE * wy,
    y + (run - middle) * LANE * wx,
  ];
  return [from, ...runs.flatMap((run, i) => [beside(places[i], run), beside(places[i + 1], run)]), to];
}
