import { COUNTERS, type State } from '../state.ts';
import type { World } from '../world/world.ts';
import { PointVisitor } from './pair-visitors.ts';

/** One in so many watched points is tested in each step, while its body is deep in nothing. */
export const WATCH_INTERVAL = 32;
/** Number of steps for which all watched points of a body are tested, after one was found inside. */
export const WATCH_STEPS = 16;

/** Tests whether a point is an inner vertex or a centroid that is there only to notice deep overlaps (Points.areWatched). */
export const isWatched = ({ points }: Pick<World, 'points'>, point: number): boolean =>
  points.areWatched && point >= points.firstInner && point < points.firstEdge;

/** Tests whether a watched point has its turn in this step, or its body is deep in something. */
export const hasTurn = ({ points }: World, { counters, deepUntil }: State, point: number): boolean => {
  const step = counters[COUNTERS.step];
  return (point + step) % WATCH_INTERVAL === 0 || deepUntil[points.bodies[point]] > step;
};

/** Notes that an inner point of `own` lies inside `other`. The order of such notes makes no difference. */
export function noteDeep({ bodies }: World, state: State, own: number, other: number): void {
  const { counters, deepFound } = state;
  // Each worker that gets here writes the same.
  deepFound[own] = counters[COUNTERS.step] + WATCH_STEPS;
  deepFound[other] = deepFound[own];
  if (own === other) return;
  notePair(state.deepPairs, own * bodies.length + other);
  notePair(state.deepPairs, other * bodies.length + own);
}

function notePair(deepPairs: Uint32Array, bit: number): void {
  if ((deepPairs[bit >>> 5] & (1 << (bit & 31))) === 0) Atomics.or(deepPairs, bit >>> 5, 1 << (bit & 31));
}

/** Tests whether two bodies were deep in one another at the step's start. Without regions no pair is. */
export const isDeepPair = (deepPairs: Uint32Array, bodyCount: number, own: number, other: number): boolean => {
  const bit = own * bodyCount + other;
  return deepPairs.length > 0 && (deepPairs[bit >>> 5] & (1 << (bit & 31))) !== 0;
};

/** Finds all bodies that an inner point lies in, and notes that they are deep. */
export class DeepNoter extends PointVisitor {
  isInside = false;

  begin(world: World, state: State, point: number): void {
    this.setPoint(world, state, point);
    this.skippedCount = 0;
    this.isInside = false;
  }

  /**
   * Once the point is inside of one body, only pairs that nobody has noted matter. Which worker notes a pair first makes no difference: the same pairs
   * are noted in the end.
   */
  knows(body: number): boolean {
    const { world, state, point, isInside } = this;
    if (!isInside || !world || !state) return false;
    return isDeepPair(state.deepPairs, world.bodies.length, world.points.bodies[point], body);
  }

  override visit(body: number, tet: number): boolean {
    const { world, state, point } = this;
    if (!world || !state) return true;
    if (this.isPairExcluded(body, tet)) {
      this.skippedCount++;
      return false;
    }
    this.isInside = true;
    noteDeep(world, state, world.points.bodies[point], body);
    return false;
  }
}
