import { MAX_GRABS, maxGrabPoints } from '../../state.ts';
import type { World } from '../../world/world.ts';
import { type Neighbourhood, Neighbourhoods } from './neighbourhood.ts';

type Point = readonly [number, number, number];

/** Limit of the coordinates of targets [m]: their squares are finite in float32. */
const MAX_TARGET = 1e15;

/** A pull on a vertex and its neighbourhood by a spring of limited force. */
export interface Grab {
  /** Vertex in the middle of what is grabbed. */
  readonly vertex: number;
  /** Distance along the body up to which vertices are grabbed [m]; 0, the default, grabs the vertex alone. */
  readonly radius?: number;
  /** Target of the grabbed point [m], which is the mean of the grabbed vertices, weighted by mass and nearness (`grabbedPoint`). */
  readonly target: Point;
  /**
   * Number of steps in which the target moves uniformly from where it was to `target`; by default 1. The target of a new grab, of a vertex
   * that was not grabbed before, stands at `target` from the beginning.
   */
  readonly steps?: number;
}

/** A grab in one step. */
export interface Pull {
  readonly neighbourhood: Neighbourhood;
  /** The target at the step's end [m], and its velocity in the step [m/s]. */
  readonly goal: Point;
  readonly velocity: Point;
}

/** A grab whose target moves from `from`, where it is when step `start` begins. */
interface MovingGrab extends Required<Grab> {
  readonly neighbourhood: Neighbourhood;
  readonly from: Point;
  readonly start: number;
}

/** State of the grabs: the grabs as last set, and the points and steps from which their targets move. Plain data. */
export interface HandState {
  readonly grabs: readonly Grab[];
  readonly moving: readonly (Required<Grab> & { readonly from: Point; readonly start: number })[];
}

/** The grabs of a run, step by step: what they hold, and where their targets are. All follows from grabs and the steps they begin in. */
export class Hand {
  private moving: readonly MovingGrab[] = [];
  private readonly neighbourhoods: Neighbourhoods;
  private held: readonly (readonly [Grab, Neighbourhood])[] = [];

  constructor(private readonly world: World) {
    this.neighbourhoods = new Neighbourhoods(world);
  }

  /** The grabs as last set. */
  get grabs(): readonly Grab[] {
    return this.held.map(([grab]) => grab);
  }

  get state(): HandState {
    return { grabs: this.grabs, moving: this.moving.map(({ neighbourhood: _, ...grab }) => grab) };
  }

  /** Goes on from a state. @throws RangeError as `set` does, for both lists of grabs */
  resume({ grabs, moving }: HandState): void {
    this.set(moving);
    this.set(grabs);
    this.moving = moving.map((grab) => ({ ...grab, neighbourhood: this.neighbourhoodOf(grab) }));
  }

  /**
   * Sets the grabs; those that aren't among them let go. @throws RangeError if there are more than MAX_GRABS, if they hold too
   * many vertices, or if there is no such vertex, radius or target
   */
  set(grabs: readonly Grab[]): void {
    if (grabs.length > MAX_GRABS)
      throw new RangeError(`there are ${grabs.length} grabs; expected at most ${MAX_GRABS}`);
    for (const { target } of grabs)
      if (!target.every((x) => Math.abs(x) < MAX_TARGET))
        throw new RangeError(
          `a grab has the target ${target.join(', ')} m; expected three numbers below ${MAX_TARGET} m`,
        );
    const held = grabs.map((grab) => [grab, this.neighbourhoodOf(grab)] as const);
    const count = held.reduce((sum, [, neighbourhood]) => sum + neighbourhood.count, 0);
    const limit = maxGrabPoints(this.world);
    if (count > limit)
      throw new RangeError(
        `the grabs hold ${count} vertices; expected at most ${limit}, so grab with a smaller radius`,
      );
    this.held = held;
  }

  /** Returns a grab's neighbourhood. The one of the grab that holds the same vertices now is used again. */
  neighbourhoodOf({ vertex, radius = 0 }: Pick<Grab, 'vertex' | 'radius'>): Neighbourhood {
    const known = this.held.find(([held]) => held.vertex === vertex && (held.radius ?? 0) === radius);
    return known?.[1] ?? this.neighbourhoods.of(vertex, radius);
  }

  /** Lets the grabs that were set take effect in a step. Their targets begin to move. @param step index of the step */
  begin(step: number): void {
    const before = new Map(this.moving.map((grab) => [grab.vertex, targetAt(grab, step)]));
    this.moving = this.held.map(([{ vertex, radius = 0, target, steps = 1 }, neighbourhood]) => {
      const from = before.get(vertex) ?? target;
      return { vertex, radius, target, steps, neighbourhood, from, start: step };
    });
  }

  /** Returns the pulls of a step. @param timeStep [s] */
  pulls(step: number, timeStep: number): readonly Pull[] {
    return this.moving.map((grab) => {
      const [before, goal] = [targetAt(grab, step), targetAt(grab, step + 1)];
      const velocity = [0, 1, 2].map((k) => (goal[k] - before[k]) / timeStep) as [number, number, number];
      return { neighbourhood: grab.neighbourhood, goal, velocity };
    });
  }
}

/** Returns a grab's target when a step begins [m]. */
function targetAt({ from, target, start, steps }: MovingGrab, step: number): Point {
  const share = Math.min(1, (step - start) / steps);
  return share === 1
    ? target
    : ([0, 1, 2].map((k) => from[k] + share * (target[k] - from[k])) as [number, number, number]);
}
