import type { State } from '../state.ts';
import type { World } from '../world.ts';
import { isInvertedTo, isOfInverted } from './inverted-boundary.ts';

/** Is told the tetrahedra that contain a point. */
export interface TetVisitor {
  /** @param tet local to the body    @returns whether that is enough */
  visit(body: number, tet: number): boolean;
}

/** A point that visits tetrahedra, and those in its own body that contacts leave out. */
abstract class PointAtHand implements TetVisitor {
  skipped = 0;
  protected point = 0;
  private world: World | undefined = undefined;
  private state: State | undefined = undefined;
  /** Whether the point is of an inverted element; undefined until its first pair asks. */
  private ofInverted: boolean | undefined = undefined;

  abstract visit(body: number, tet: number): boolean;

  protected take(world: World, state: State, point: number): void {
    this.world = world;
    this.state = state;
    this.point = point;
    this.ofInverted = undefined;
  }

  /** Whether an inverted element takes part in a pair within the point's body. */
  protected isLeftOut(body: number, tet: number): boolean {
    const { world, state, point } = this;
    if (!world || !state || body !== world.points.bodies[point]) return false;
    this.ofInverted ??= isOfInverted(world, state, point);
    return this.ofInverted || isInvertedTo(world, state, point, tet);
  }
}

/** Ends the visit at the first tetrahedron that contacts don't leave out. */
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

/** Keeps a point's pairs with the smallest bodies, then tetrahedra. `skipped` counts on from point to point. */
export class PairKeeper extends PointAtHand {
  /** Body and tetrahedron of each pair that is kept, ascending. */
  pair = new Uint32Array(0);
  kept = 0;
  /** Pairs in all. */
  found = 0;
  /** Pairs that are kept per point. */
  private capacity = 0;
  /** Whether contacts' exceptions count, too. */
  private keepsAll = false;

  /** Begins a list of points. */
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

  /** Sorts a pair in; from a full list the last one falls out. */
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
