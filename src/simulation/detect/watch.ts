import { COUNTERS, type State } from '../state.ts';
import type { Points, World } from '../world/world.ts';
import { isDeepPair, noteDeepPair } from './deep-pairs.ts';
import { PointVisitor } from './pair-visitors.ts';

/** One in so many watched points is tested in each step, while its body is deep in nothing. A power of two, so that nextTurn needs no division. */
export const WATCH_INTERVAL = 32;
/** Number of steps in which all watched points of a body are tested, after the one in which some point was found inside. A choice, found by trials. */
export const WATCH_STEPS = 16;

/** Tests whether a point is an inner vertex or a centroid that is there only to notice deep overlaps (Points.areWatched). */
export const isWatched = ({ points }: Pick<World, 'points'>, point: number): boolean =>
  points.areWatched && point >= points.firstInner && point < points.firstEdge;

/** Returns the first of the watched points, which end at Points.firstEdge; that if none is watched. */
export const firstWatchedPoint = ({ points }: Pick<World, 'points'>): number =>
  points.areWatched ? points.firstInner : points.firstEdge;

/**
 * Returns the first watched point from `point` on, before `end`, that is tested in this step: because its body is deep in something, or because it is its turn. If
 * there is none, returns `end`.
 */
export function nextTurn(
  { bodies, firstCentroid }: Points,
  deepUntil: Uint32Array,
  step: number,
  point: number,
  end: number,
): number {
  let next = point;
  while (next < end && ((next + step) & (WATCH_INTERVAL - 1)) !== 0 && deepUntil[bodies[next]] <= step) {
    // The points of a body are consecutive among the inner vertices, and among the centroids.
    const last =
      Math.min(next < firstCentroid ? firstCentroid : end, end, next + (-(next + step) & (WATCH_INTERVAL - 1))) - 1;
    next = bodies[last] === bodies[next] ? last + 1 : next + 1;
  }
  return next;
}

/** Notes that an inner point of `own` lies inside `other`. The order of such notes makes no difference. */
export function noteDeep({ bodies }: World, state: State, own: number, other: number): void {
  const { counters, deepFound } = state;
  // Each worker that gets here writes the same.
  deepFound[own] = counters[COUNTERS.step] + WATCH_STEPS + 1;
  deepFound[other] = deepFound[own];
  if (own === other) return;
  noteDeepPair(state.deepPairs, bodies.length, own, other);
  noteDeepPair(state.deepPairs, bodies.length, other, own);
}

/** Finds all bodies that an inner point lies in, and notes that they are deep. */
export class DeepNoter extends PointVisitor {
  isInside = false;
  private isInOwn = false;

  /** Whether the point is inside of other bodies, and in no element of its own one: the latter needn't be searched again for pairs. */
  get isInOthers(): boolean {
    return this.isInside && !this.isInOwn;
  }

  begin(world: World, state: State, point: number): void {
    this.setPoint(world, state, point);
    this.skippedCount = 0;
    this.isInside = false;
    this.isInOwn = false;
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
    const own = world.points.bodies[point];
    if (body === own) this.isInOwn = true;
    if (this.isPairExcluded(body, tet)) {
      this.skippedCount++;
      return false;
    }
    this.isInside = true;
    noteDeep(world, state, own, body);
    return false;
  }
}
