import type { State } from '../state.ts';
import type { World } from '../world.ts';
import { isInvertedTo, isOfInverted } from './inverted-boundary.ts';

/** Receives the tetrahedra that contain a point. */
export interface TetVisitor {
  /** @param tet local to the body    @returns whether to stop the search */
  visit(body: number, tet: number): boolean;
}

/** A visitor for one point at a time, which can recognise pairs that inverted elements exclude. */
abstract class PointAtHand implements TetVisitor {
  /** Pairs skipped because of inverted elements. */
  skipped = 0;
  protected point = 0;
  private world: World | undefined = undefined;
  private state: State | undefined = undefined;
  /** Whether the point belongs to an inverted element; undefined until the first pair within its own body is tested. */
  private ofInverted: boolean | undefined = undefined;

  abstract visit(body: number, tet: number): boolean;

  /** Takes up the next point. */
  protected take(world: World, state: State, point: number): void {
    this.world = world;
    this.state = state;
    this.point = point;
    this.ofInverted = undefined;
  }

  /** Whether an inverted element excludes a pair within the point's own body. */
  protected isLeftOut(body: number, tet: number): boolean {
    const { world, state, point } = this;
    if (!world || !state || body !== world.points.bodies[point]) return false;
    this.ofInverted ??= isOfInverted(world, state, point);
    return this.ofInverted || isInvertedTo(world, state, point, tet);
  }
}

/** Stops at the first tetrahedron that inverted elements don't exclude. */
export class PointClassifier extends PointAtHand {
  begin(world: World, state: State, point: number): void {
    this.take(world, state, point);
    this.skipped = 0;
  }

  override visit(body: number, tet: number): boolean {
    if (!this.isLeftOut(body, tet)) return true;
    this.skipped++;
    return false;
  }
}

/** Keeps the pairs of a point with the smallest body, then tetrahedron. `skipped` is summed over points until `restart`. */
export class PairKeeper extends PointAtHand {
  /** Body and tetrahedron of each kept pair, ascending. */
  pair = new Uint32Array(0);
  kept = 0;
  /** Number of pairs found for the point, kept or not. */
  found = 0;
  /** Most pairs kept per point. */
  private capacity = 0;
  /** Whether pairs with inverted elements are kept as well, for measuring. */
  private keepsAll = false;

  /** Begins a list of points, and sets `skipped` to 0. */
  restart(capacity: number, keepsAll: boolean): void {
    this.capacity = capacity;
    this.keepsAll = keepsAll;
    this.skipped = 0;
    if (this.pair.length < 2 * capacity) this.pair = new Uint32Array(2 * capacity);
  }

  begin(world: World, state: State, point: number): void {
    this.take(world, state, point);
    this.found = 0;
    this.kept = 0;
  }

  override visit(body: number, tet: number): boolean {
    if (this.keepsAll || !this.isLeftOut(body, tet)) this.keep(body, tet);
    else this.skipped++;
    return false;
  }

  /** Inserts a pair in ascending order; if the list is full, the last pair is dropped. */
  private keep(body: number, tet: number): void {
    const { pair, capacity } = this;
    this.found++;
    let i = this.kept;
    while (i > 0 && (pair[2 * i - 2] > body || (pair[2 * i - 2] === body && pair[2 * i - 1] > tet))) i--;
    if (i === capacity) return;
    if (this.kept < capacity) this.kept++;
    for (let k = 2 * this.kept - 1; k > 2 * i + 1; k--) pair[k] = pair[k - 2];
    pair[2 * i] = body;
    pair[2 * i + 1] = tet;
  }
}
