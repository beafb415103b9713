import { COUNTERS, type State } from '../state.ts';
import type { World } from '../world/world.ts';
import { isTetExcluded, isPointExcluded } from './inverted-boundary.ts';
import { waits } from './deep-pairs.ts';

/** Receives the tetrahedra that contain a point. */
export interface TetVisitor {
  /** @param tet local to the body    @returns whether to stop the search */
  visit(body: number, tet: number): boolean;
  /** Whether the visitor learns nothing from a body's tetrahedra, so that they needn't be searched. */
  knows?(body: number): boolean;
}

/** A visitor for one point at a time. It can tell which pairs are excluded because of inverted tetrahedra (inverted-boundary.ts). */
export abstract class PointVisitor implements TetVisitor {
  /** Number of pairs skipped because of inverted tetrahedra. */
  skippedCount = 0;
  protected point = 0;
  protected world: World | undefined = undefined;
  protected state: State | undefined = undefined;
  /** Result of isPointExcluded; undefined until the first pair within the point's own body is tested. */
  private pointExcluded: boolean | undefined = undefined;

  abstract visit(body: number, tet: number): boolean;

  /** Sets the point whose pairs are visited next. */
  protected setPoint(world: World, state: State, point: number): void {
    this.world = world;
    this.state = state;
    this.point = point;
    this.pointExcluded = undefined;
  }

  /** Whether the pair of the point and this tetrahedron is excluded: both belong to one body, and an inverted tetrahedron is involved. */
  protected isPairExcluded(body: number, tet: number): boolean {
    const { world, state, point } = this;
    if (!world || !state || body !== world.points.bodies[point]) return false;
    this.pointExcluded ??= isPointExcluded(world, state, point);
    return this.pointExcluded || isTetExcluded(world, state, point, tet);
  }
}

/** Classifies one point: stops at the first tetrahedron that contains the point and is not excluded. */
export class PointClassifier extends PointVisitor {
  /** Whether the point is inside, if the search wasn't stopped: never. */
  readonly isInside = false;
  readonly isInOthers = false;

  begin(world: World, state: State, point: number): void {
    this.setPoint(world, state, point);
    this.skippedCount = 0;
  }

  override visit(body: number, tet: number): boolean {
    if (!this.isPairExcluded(body, tet)) return true;
    this.skippedCount++;
    return false;
  }
}

/**
 * Collects the pairs of a point, sorted by body, then tetrahedron. If there are more than the capacity, the last ones are dropped.
 * `skippedCount` is summed over points until `restart`.
 */
export class PairKeeper extends PointVisitor {
  /** Body and tetrahedron of each kept pair, ascending. */
  pairs = new Uint32Array(0);
  keptCount = 0;
  /** Number of pairs found for the point, including dropped pairs. */
  foundCount = 0;
  /** Maximum number of pairs per point. */
  private capacity = 0;
  /** Whether pairs excluded because of inverted tetrahedra are kept as well, as for measuring. */
  private keepsExcluded = false;
  /** Whether bodies that wait for their turn are left out (deep-pairs.ts). */
  private takesTurns = false;
  /** Whether the point's own body isn't searched, since none of its elements contained the point at the step's start. */
  private skipsOwn = false;

  /** Prepares for a list of points: sets the capacity, and `skippedCount` to 0. */
  restart(capacity: number, keepsExcluded: boolean, takesTurns: boolean): void {
    this.capacity = capacity;
    this.keepsExcluded = keepsExcluded;
    this.takesTurns = takesTurns;
    this.skippedCount = 0;
    if (this.pairs.length < 2 * capacity) this.pairs = new Uint32Array(2 * capacity);
  }

  begin(world: World, state: State, point: number, skipsOwn: boolean): void {
    this.setPoint(world, state, point);
    this.skipsOwn = skipsOwn;
    this.foundCount = 0;
    this.keptCount = 0;
  }

  knows(body: number): boolean {
    const { world, state, point, takesTurns } = this;
    if (!takesTurns || !world || !state) return false;
    const own = world.points.bodies[point];
    if (body === own) return this.skipsOwn;
    return waits(state.deepPairs, world.bodies.length, state.counters[COUNTERS.step], own, body);
  }

  override visit(body: number, tet: number): boolean {
    if (this.keepsExcluded || !this.isPairExcluded(body, tet)) this.keep(body, tet);
    else this.skippedCount++;
    return false;
  }

  /** Inserts a pair in ascending order; if the list is full, the last pair is dropped. */
  private keep(body: number, tet: number): void {
    const { pairs, capacity } = this;
    this.foundCount++;
    let i = this.keptCount;
    while (i > 0 && (pairs[2 * i - 2] > body || (pairs[2 * i - 2] === body && pairs[2 * i - 1] > tet))) i--;
    if (i === capacity) return;
    if (this.keptCount < capacity) this.keptCount++;
    for (let k = 2 * this.keptCount - 1; k > 2 * i + 1; k--) pairs[k] = pairs[k - 2];
    pairs[2 * i] = body;
    pairs[2 * i + 1] = tet;
  }
}
